package dev.catamaran.status;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds in the status of a primary whether its spec is ready, without reading all of it. */
public final class ReportedReadiness {
  private ReportedReadiness() {}

  /** Whether the status says that the present spec is ready. */
  public static boolean of(GenericKubernetesResource primary) {
    return primary.get("status", "observedGeneration") instanceof Number observed
        && Objects.equals(observed.longValue(), primary.getMetadata().getGeneration())
        && primary.get("status", "conditions") instanceof List<?> conditions
        && conditions.stream().anyMatch(ReportedReadiness::saysReady);
  }

  private static boolean saysReady(@Nullable Object condition) {
    return condition instanceof Map<?, ?> fields
        && Reasons.READY.equals(fields.get("type"))
        && "True".equals(fields.get("status"));
  }
}
