package dev.catamaran.samples.ptemplate;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last observation of the reconciler.
 *
 * @param consumers names of the consumers' pods, sorted; never null
 * @param conditions one condition, {@code Ready}; never null
 * @param observedGeneration generation of the spec in the last successful pass; null before the
 *     first
 */
public record PtemplateStatus(
    @Required @JsonPropertyDescription("Names of the consumers' pods, sorted.")
        List<String> consumers,
    @JsonPropertyDescription("Ready: the module is asked for, and every consumer is ready.")
        List<Condition> conditions,
    @JsonPropertyDescription("Generation of the spec that was last carried out.")
        @Nullable Long observedGeneration) {

  /** Makes a status. An absent list, as in another version's status, becomes an empty one. */
  public PtemplateStatus(
      @Nullable List<String> consumers,
      @Nullable List<Condition> conditions,
      @Nullable Long observedGeneration) {
    this.consumers = consumers == null ? List.of() : List.copyOf(consumers);
    this.conditions = conditions == null ? List.of() : List.copyOf(conditions);
    this.observedGeneration = observedGeneration;
  }
}
