package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.kit.Verdict;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import java.util.List;

/**
 * Runs all validators of a kind; one refusal is enough to refuse.
 *
 * @param validations at least one
 */
record ValidationEndpoint(List<Validation<?>> validations) implements Endpoint {
  ValidationEndpoint {
    validations = List.copyOf(validations);
  }

  @Override
  public KubernetesResource answer(JsonNode review) throws BadRequestException {
    var call = AdmissionCall.of(review);
    var verdict = Verdict.allow();
    if (!call.isOnItsWayOut()) {
      for (var validation : validations) {
        verdict = verdict.and(validation.judge(call));
      }
    }
    return new AdmissionAnswer(call).of(verdict);
  }
}
