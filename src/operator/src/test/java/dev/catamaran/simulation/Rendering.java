package dev.catamaran.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.simulation.Cluster.Thing;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The chart of a simulation. Each letter in the value {@code objects} is an object: a claim for p,
 * a kept ConfigMap for k, a custom object for w, else a ConfigMap. All have the value {@code
 * value}.
 */
final class Rendering {
  /** A person's object, which no chart makes. */
  static final ObjectKey OF_A_PERSON = new ObjectKey("v1", "ConfigMap", "shop", "cache-v");

  private static final String NAMESPACE = "shop";

  /** Histories have few different manifests: parsing them costs more than all the rest. */
  private static final Map<String, Manifest> MANIFESTS = new ConcurrentHashMap<>();

  private Rendering() {}

  /** The objects for these values; the API server refuses, or never runs, the last one. */
  static Manifest manifest(String chart, JsonNode values) {
    var letters = values.path("objects").asText();
    var value = chart + "-" + values.path("value").asText();
    var last = flaw(values).isEmpty() ? value : flaw(values);
    return MANIFESTS.computeIfAbsent(
        letters + " " + value + " " + last, key -> Manifest.of(text(letters, value, last)));
  }

  /** The value with which the chart fails: {@code render} before anything is made. */
  static String flaw(JsonNode values) {
    return values.path("flaw").asText();
  }

  private static String text(String letters, String value, String last) {
    return letters
        .chars()
        .mapToObj(c -> String.valueOf((char) c))
        .map(letter -> text(letter, letters.endsWith(letter) ? last : value))
        .collect(Collectors.joining("---\n"));
  }

  private static String text(String letter, String value) {
    var key = key(letter);
    return """
        apiVersion: %s
        kind: %s
        metadata: {name: %s%s}
        data: {value: "%s"}
        """
        .formatted(
            key.apiVersion(),
            key.kind(),
            key.name(),
            letter.equals("k") ? ", annotations: {helm.sh/resource-policy: keep}" : "",
            value);
  }

  /** The object of a letter. */
  static ObjectKey key(String letter) {
    var name = "cache-" + letter;
    return switch (letter) {
      case "p" -> new ObjectKey("v1", "PersistentVolumeClaim", NAMESPACE, name);
      case "w" -> new ObjectKey("example.com/v1", "Widget", NAMESPACE, name);
      default -> new ObjectKey("v1", "ConfigMap", NAMESPACE, name);
    };
  }

  /** Whether Helm writes the operator's marks on it, see {@code helm/OwnershipFilter}. */
  static boolean isMarked(Thing wanted) {
    return wanted.key().kind().equals("ConfigMap") && !wanted.isKept();
  }

  /** The objects of a manifest as Helm wants them. */
  static List<Thing> things(Manifest manifest) {
    return manifest.readable().stream().map(Rendering::thing).toList();
  }

  /** The key of the live object for a key in a manifest. */
  static ObjectKey located(ObjectKey named) {
    return named.in(NAMESPACE);
  }

  /** Whether a remedy must not delete it. */
  static boolean holdsData(ObjectKey key) {
    return new ManifestObject(
            JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", key.apiVersion())
                .put("kind", key.kind()))
        .holdsData();
  }

  static Thing thing(ManifestObject object) {
    var thing =
        Thing.of(located(object.key()), object.content().path("data").path("value").asText())
            .annotated(Cluster.RELEASE, "cache");
    return object.isKept() ? thing.annotated(Cluster.POLICY, "keep") : thing;
  }
}
