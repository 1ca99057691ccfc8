package dev.catamaran.helm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Ending;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.HashMap;
import java.util.Map;

/**
 * An annotation of a revision's Secret with those of its objects that have ended by design. Helm
 * writes a revision without it, and does that only for its tests, or when the revision ends.
 */
final class EndedObjects {
  private static final String ANNOTATION = "catamaran.dev/ended";

  /** All annotations of an object may have 256 KiB; one entry takes up to 1 KiB. */
  private static final int MOST = 200;

  private EndedObjects() {}

  static Map<ObjectKey, Ending> read(Secret secret) {
    var annotations = secret.getMetadata().getAnnotations();
    var text = annotations == null ? null : annotations.get(ANNOTATION);
    var ended = new HashMap<ObjectKey, Ending>();
    if (text != null) {
      for (var object : parse(text)) {
        ended.put(key(object), new Ending(object.path("failure").asText("")));
      }
    }
    return ended;
  }

  /** Another client may write anything; an unreadable record is none. */
  private static JsonNode parse(String text) {
    try {
      return ReleasePayload.JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return JsonNodeFactory.instance.arrayNode();
    }
  }

  private static ObjectKey key(JsonNode object) {
    return new ObjectKey(
        object.path("apiVersion").asText(""),
        object.path("kind").asText(""),
        object.path("namespace").asText(""),
        object.path("name").asText(""));
  }

  /** Returns the annotation. */
  static Map<String, String> write(Map<ObjectKey, Ending> ended) {
    var array = JsonNodeFactory.instance.arrayNode();
    ended.entrySet().stream()
        .limit(MOST)
        .forEach(
            entry -> {
              var key = entry.getKey();
              var object = array.addObject();
              object.put("apiVersion", key.apiVersion()).put("kind", key.kind());
              object.put("namespace", key.namespace()).put("name", key.name());
              if (entry.getValue().isFailure()) {
                object.put("failure", entry.getValue().failure());
              }
            });
    return Map.of(ANNOTATION, array.toString());
  }
}
