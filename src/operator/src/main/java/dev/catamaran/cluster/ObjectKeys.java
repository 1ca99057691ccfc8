package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/** Reads the key of a live object. */
final class ObjectKeys {
  private ObjectKeys() {}

  static ObjectKey of(JsonNode object) {
    var metadata = object.path("metadata");
    return new ObjectKey(
        object.path("apiVersion").asText(),
        object.path("kind").asText(),
        metadata.path("namespace").asText(""),
        metadata.path("name").asText());
  }

  static ObjectKey of(HasMetadata object) {
    return new ObjectKey(
        object.getApiVersion(),
        object.getKind(),
        Optional.ofNullable(object.getMetadata().getNamespace()).orElse(""),
        object.getMetadata().getName());
  }
}
