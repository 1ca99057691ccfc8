package dev.catamaran.samples.memcached;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last observation of the reconciler.
 *
 * @param nodes names of the pods in service, sorted; never null
 * @param conditions one condition, {@code Ready}; never null
 * @param observedGeneration generation of the spec in the last successful pass; null before the
 *     first such pass
 */
public record MemcachedBackupStatus(
    @JsonPropertyDescription("Names of the pods in service, sorted.") List<String> nodes,
    @JsonPropertyDescription("Ready: every pod asked for is running and ready.")
        List<Condition> conditions,
    @JsonPropertyDescription("Generation of the spec this status speaks about.")
        @Nullable Long observedGeneration) {

  /** Makes a status. An absent list, as in another version's status, becomes an empty one. */
  public MemcachedBackupStatus(
      @Nullable List<String> nodes,
      @Nullable List<Condition> conditions,
      @Nullable Long observedGeneration) {
    this.nodes = nodes == null ? List.of() : List.copyOf(nodes);
    this.conditions = conditions == null ? List.of() : List.copyOf(conditions);
    this.observedGeneration = observedGeneration;
  }
}
