package dev.catamaran.cluster;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The last field managers of a live object's fields, from its {@code managedFields} (Kubernetes
 * reference, server-side apply, field management). Pure.
 */
final class FieldManagers {
  /**
   * Field managers of autoscalers that write {@code /scale}. The HorizontalPodAutoscaler's
   * controller uses the name of its program, which some distributions change. A person's {@code
   * kubectl scale} uses {@code kubectl}.
   */
  private static final Set<String> AUTOSCALERS =
      Set.of(
          "cluster-autoscaler",
          "kube-controller-manager",
          "k3s",
          "kubelite",
          "keda",
          "keda-operator");

  private static final JsonPointer SPEC = JsonPointer.compile("/spec");

  private static final List<String> HELMS_MARK =
      List.of("metadata", "annotations", "meta.helm.sh/release-name");

  /** What Helm is called in the engine (src/engine/release). */
  static final String OF_ENGINE = "catamaran-helm";

  /** All names of Helm, with that of its command in the hand of a person. */
  private static final Set<String> HELMS = Set.of("helm", OF_ENGINE, "java");

  private final JsonNode entries;

  private FieldManagers(JsonNode entries) {
    this.entries = entries;
  }

  static FieldManagers of(JsonNode object) {
    return new FieldManagers(object.path("metadata").path("managedFields"));
  }

  /**
   * Whether Helm made the object, at that time or later: Helm writes its mark into an object that
   * it creates, and takes over none without it. An entry can be older than its object: a client may
   * copy an object with the entries of the original.
   */
  boolean isMadeByHelm(Instant since) {
    return entries()
        .filter(entry -> HELMS.contains(entry.path("manager").asText()))
        .filter(entry -> has(entry.path("fieldsV1"), HELMS_MARK))
        .anyMatch(entry -> !time(entry).isBefore(since));
  }

  private static Instant time(JsonNode entry) {
    var time = entry.path("time").asText("");
    return time.isEmpty() ? Instant.EPOCH : Instant.parse(time);
  }

  /**
   * Returns the field with the number of replicas, if an autoscaler set it last. The definition of
   * a custom kind may name any field of its spec.
   */
  Optional<JsonPointer> autoscaledField() {
    return entries()
        .filter(entry -> entry.path("subresource").asText().equals("scale"))
        .filter(entry -> AUTOSCALERS.contains(entry.path("manager").asText()))
        .flatMap(entry -> leaves(entry.path("fieldsV1").path("f:spec"), SPEC))
        .findFirst();
  }

  private static Stream<JsonPointer> leaves(JsonNode fields, JsonPointer at) {
    return fields.properties().stream()
        .filter(field -> field.getKey().startsWith("f:"))
        .flatMap(
            field -> {
              var below = at.appendProperty(field.getKey().substring(2));
              return field.getValue().isEmpty()
                  ? Stream.of(below)
                  : leaves(field.getValue(), below);
            });
  }

  /** Returns a manager, not among {@code ours}, of one of these fields, named by JSON pointers. */
  Optional<String> ofAny(Collection<String> pointers, Set<String> ours) {
    return pointers.stream()
        .map(pointer -> path(JsonPointer.compile(pointer)))
        .flatMap(path -> of(path, ours).stream())
        .findFirst();
  }

  /** Returns the last manager of the field that is not among {@code ours}. */
  Optional<String> of(List<String> path, Set<String> ours) {
    return entries()
        .filter(entry -> !ours.contains(entry.path("manager").asText()))
        .filter(entry -> has(entry.path("fieldsV1"), path))
        .max(Comparator.comparing(entry -> entry.path("time").asText()))
        .map(entry -> entry.path("manager").asText());
  }

  private static List<String> path(JsonPointer pointer) {
    var path = new ArrayList<String>();
    for (var rest = pointer; !rest.matches(); rest = rest.tail()) {
      path.add(rest.getMatchingProperty());
    }
    return path;
  }

  private Stream<JsonNode> entries() {
    return StreamSupport.stream(entries.spliterator(), false);
  }

  /** Maps have {@code f:name} for a field; a list has {@code k:}, {@code v:} or {@code i:}. */
  private static boolean has(JsonNode fields, List<String> path) {
    if (path.isEmpty()) {
      return true;
    }
    var rest = path.subList(1, path.size());
    var field = fields.path("f:" + path.getFirst());
    if (!field.isMissingNode()) {
      // The manager of a whole list or map is named there, and not below.
      return field.isEmpty() || has(field, rest);
    }
    return fields.properties().stream()
        .filter(each -> !each.getKey().startsWith("f:") && !each.getKey().equals("."))
        .anyMatch(each -> has(each.getValue(), rest));
  }
}
