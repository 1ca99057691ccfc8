package dev.catamaran.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.simulation.Cluster.Thing;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The chart of a simulation. Each letter in the value {@code objects} is an object: a claim for p,
 * a kept ConfigMap for k, a custom object for w, a definition for d and an object of it for g, else
 * a ConfigMap. All have the value {@code value}. The third chart keeps b and p. Hooks are a claim
 * for h, a Secret for s, and ConfigMaps for o, which cannot be made twice, and r, which never runs.
 */
final class Rendering {
  /** A person's object, which no chart makes. */
  static final ObjectKey OF_A_PERSON = new ObjectKey("v1", "ConfigMap", "shop", "cache-v");

  static final String DELETE_POLICY = "helm.sh/hook-delete-policy";
  static final String DEFINITION = "CustomResourceDefinition";

  /** The kind of the definition's objects. */
  static final String DEFINED = "Gizmo";

  /** Other kinds come last. */
  private static final List<String> ORDER =
      List.of("Secret", "ConfigMap", "PersistentVolumeClaim", DEFINITION);

  private static final String NAMESPACE = "shop";

  /** What the third chart keeps. */
  private static final String KEPT_LATER = "bp";

  private static final Map<String, String> HOOKS =
      Map.of(
          "h", "helm.sh/hook: pre-install",
          "s", "helm.sh/hook: post-install",
          "o", "helm.sh/hook: pre-install, helm.sh/hook-delete-policy: hook-failed",
          "r", "helm.sh/hook: pre-rollback");

  /** Histories have few different manifests: parsing them costs more than all the rest. */
  private static final Map<String, Manifest> MANIFESTS = new ConcurrentHashMap<>();

  private Rendering() {}

  /** The objects for these values; the API server refuses, or never runs, the last one. */
  static Manifest manifest(String chart, JsonNode values) {
    var letters = values.path("objects").asText();
    var value = chart + "-" + values.path("value").asText();
    var last = flaw(values).isEmpty() ? value : flaw(values);
    var kept = chart.endsWith("3") ? "k" + KEPT_LATER : "k";
    return MANIFESTS.computeIfAbsent(
        letters + " " + value + " " + last, key -> Manifest.of(text(letters, kept, value, last)));
  }

  /** Whether a chart keeps an object that others do not. */
  static boolean isEverKept(ObjectKey key) {
    return letters(KEPT_LATER).map(Rendering::key).anyMatch(key::equals);
  }

  /** The hooks for these values. */
  static Manifest hooks(JsonNode values) {
    var letters = values.path("objects").asText();
    return MANIFESTS.computeIfAbsent(
        "hooks of " + letters,
        key ->
            Manifest.of(
                letters(letters)
                    .flatMap(
                        letter ->
                            Optional.ofNullable(HOOKS.get(letter)).stream()
                                .map(annotations -> text(letter, annotations, "once")))
                    .collect(Collectors.joining("---\n"))));
  }

  /** The value with which the chart fails: {@code render} before anything is made. */
  static String flaw(JsonNode values) {
    return values.path("flaw").asText();
  }

  private static String text(String letters, String kept, String value, String last) {
    return letters(letters)
        .filter(letter -> !HOOKS.containsKey(letter))
        .map(
            letter ->
                text(
                    letter,
                    kept.contains(letter) ? Cluster.POLICY + ": keep" : "",
                    letters.endsWith(letter) ? last : value))
        .collect(Collectors.joining("---\n"));
  }

  private static Stream<String> letters(String text) {
    return text.chars().mapToObj(c -> String.valueOf((char) c));
  }

  private static String text(String letter, String annotations, String value) {
    var key = key(letter);
    return """
        apiVersion: %s
        kind: %s
        metadata: {name: %s, annotations: {%s}}
        data: {value: "%s"}
        """
        .formatted(key.apiVersion(), key.kind(), key.name(), annotations, value);
  }

  /** The object of a letter. */
  static ObjectKey key(String letter) {
    var name = "cache-" + letter;
    return switch (letter) {
      case "p", "h" -> new ObjectKey("v1", "PersistentVolumeClaim", NAMESPACE, name);
      case "s" -> new ObjectKey("v1", "Secret", NAMESPACE, name);
      case "d" -> new ObjectKey("apiextensions.k8s.io/v1", DEFINITION, "", "gizmos.example.com");
      case "g" -> new ObjectKey("example.com/v1", DEFINED, NAMESPACE, name);
      case "w" -> new ObjectKey("example.com/v1", "Widget", NAMESPACE, name);
      default -> new ObjectKey("v1", "ConfigMap", NAMESPACE, name);
    };
  }

  /** Whether a hook has this name. */
  static boolean isOfHook(ObjectKey key) {
    return HOOKS.keySet().stream().map(Rendering::key).anyMatch(key::equals);
  }

  /** Whether Helm writes the operator's marks on it, see {@code helm/MarkedKinds}. */
  static boolean isMarked(Thing wanted) {
    return wanted.key().kind().equals("ConfigMap") && !wanted.isKept();
  }

  /** The objects of a manifest as Helm wants them, in its order (releaseutil, kind_sorter.go). */
  static List<Thing> things(Manifest manifest) {
    return manifest.readable().stream()
        .map(Rendering::thing)
        .sorted(Comparator.comparingInt(thing -> rank(thing.key().kind())))
        .toList();
  }

  private static int rank(String kind) {
    int rank = ORDER.indexOf(kind);
    return rank < 0 ? ORDER.size() : rank;
  }

  /** The key of the live object for a key in a manifest. */
  static ObjectKey located(ObjectKey named) {
    return named.kind().equals(DEFINITION) ? named : named.in(NAMESPACE);
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
    var key = object.key();
    var thing = Thing.of(located(key), object.content().path("data").path("value").asText());
    var annotations = object.content().path("metadata").path("annotations");
    for (var annotation : annotations.properties()) {
      thing = thing.annotated(annotation.getKey(), annotation.getValue().asText());
    }
    // Helm does not mark hooks.
    return thing.isHook() ? thing : thing.annotated(Cluster.RELEASE, "cache");
  }
}
