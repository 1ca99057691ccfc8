package dev.catamaran.samples.reversewords;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last observation of the reconciler.
 *
 * @param appPods names of the pods in service, sorted; never null
 * @param conditions {@code ReverseWordsDeploymentNotReady} and {@code Ready}, in this order; never
 *     null
 * @param observedGeneration the newest generation with a successful pass; null before the first
 */
public record ReverseWordsAppStatus(
    @Required @JsonPropertyDescription("Names of the pods in service, sorted.")
        List<String> appPods,
    @Required
        @JsonPropertyDescription(
            "ReverseWordsDeploymentNotReady, and its opposite: Ready, which means that all pods are"
                + " ready and at least one is there.")
        List<Condition> conditions,
    @JsonPropertyDescription("The newest generation of the spec that was carried out.")
        @Nullable Long observedGeneration) {

  /** Makes a status. An absent list, as in another version's status, becomes an empty one. */
  public ReverseWordsAppStatus(
      @Nullable List<String> appPods,
      @Nullable List<Condition> conditions,
      @Nullable Long observedGeneration) {
    this.appPods = appPods == null ? List.of() : List.copyOf(appPods);
    this.conditions = conditions == null ? List.of() : List.copyOf(conditions);
    this.observedGeneration = observedGeneration;
  }
}
