package dev.catamaran.testkit;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** View of an object for tests, for any class. */
final class ObservedObject {
  private static final List<String> SECRETS = List.of("data", "stringData");

  private final KubernetesSerialization serialization;
  private final GenericKubernetesResource object;

  ObservedObject(KubernetesSerialization serialization, HasMetadata object) {
    this.serialization = serialization;
    this.object = serialization.convertValue(object, GenericKubernetesResource.class);
  }

  /** Returns whether the object reports readiness for its current spec. */
  boolean isReady() {
    Number observed = object.get("status", "observedGeneration");
    var generation = object.getMetadata().getGeneration();
    boolean current =
        observed == null || generation == null || observed.longValue() == generation.longValue();
    return current
        && conditions().stream()
            .anyMatch(c -> "Ready".equals(c.get("type")) && "True".equals(c.get("status")));
  }

  /**
   * Returns a text for the user: its conditions, one per line, and then the object without secrets.
   */
  String describe() {
    var lines =
        conditions().stream()
            .map(
                c ->
                    "  %s=%s %s: %s\n"
                        .formatted(
                            c.get("type"),
                            c.get("status"),
                            text(c.get("reason")),
                            text(c.get("message"))))
            .collect(Collectors.joining());
    object.getMetadata().setManagedFields(null);
    if ("Secret".equals(object.getKind())) {
      SECRETS.forEach(object.getAdditionalProperties()::remove);
    }
    return "it was:\n" + lines + serialization.asYaml(object);
  }

  private List<Map<String, Object>> conditions() {
    List<Map<String, Object>> found = object.get("status", "conditions");
    return Optional.ofNullable(found).orElse(List.of());
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }
}
