package dev.catamaran.status;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Finds a condition in the status of a primary without reading all of it. */
public final class ReportedCondition {
  private ReportedCondition() {}

  /** Whether the status says that a condition is true for the present spec. */
  public static boolean isTrue(String type, GenericKubernetesResource primary) {
    return primary.get("status", "observedGeneration") instanceof Number observed
        && Objects.equals(observed.longValue(), primary.getMetadata().getGeneration())
        && primary.get("status", "conditions") instanceof List<?> conditions
        && conditions.stream()
            .filter(Map.class::isInstance)
            .map(condition -> (Map<?, ?>) condition)
            .anyMatch(c -> type.equals(c.get("type")) && "True".equals(c.get("status")));
  }
}
