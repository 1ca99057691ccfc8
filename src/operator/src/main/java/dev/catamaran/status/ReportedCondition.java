package dev.catamaran.status;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A condition that can be found in the status of a primary without reading all of it. */
public enum ReportedCondition {
  /** The release is deployed. */
  DEPLOYED(Reasons.DEPLOYED),
  /** The release is deployed, and its objects are ready. */
  READY(Reasons.READY);

  private final String type;

  ReportedCondition(String type) {
    this.type = type;
  }

  /** Whether the status says that the condition is true for the present spec. */
  public boolean isTrueFor(GenericKubernetesResource primary) {
    return primary.get("status", "observedGeneration") instanceof Number observed
        && Objects.equals(observed.longValue(), primary.getMetadata().getGeneration())
        && primary.get("status", "conditions") instanceof List<?> conditions
        && conditions.stream().anyMatch(this::isTrue);
  }

  private boolean isTrue(@Nullable Object condition) {
    return condition instanceof Map<?, ?> fields
        && type.equals(fields.get("type"))
        && "True".equals(fields.get("status"));
  }
}
