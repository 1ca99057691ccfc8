package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.kit.Verdict;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.zjsonpatch.JsonDiff;
import java.util.List;

/**
 * Applies all mutators of a kind to an object, each to the result of the previous one.
 *
 * @param mutations at least one
 */
record MutationEndpoint(List<Mutation<?>> mutations) implements Endpoint {
  MutationEndpoint {
    mutations = List.copyOf(mutations);
  }

  @Override
  public KubernetesResource answer(JsonNode review) throws BadRequestException {
    var call = AdmissionCall.of(review);
    var answer = new AdmissionAnswer(call);
    if (call.operation() == Operation.DELETE || call.isOnItsWayOut()) {
      return answer.of(Verdict.allow());
    }
    var object = call.theObject();
    try {
      return answer.patch(JsonDiff.asJson(object, mutated(object, call)));
    } catch (IllegalArgumentException e) {
      return answer.of(Verdict.refuse("", String.valueOf(e.getMessage())));
    } catch (RefusedObjectException e) {
      return answer.of(Verdict.refuse("", e.sentence()));
    }
  }

  private ObjectNode mutated(ObjectNode object, AdmissionCall call) throws RefusedObjectException {
    var mutated = object;
    for (var mutation : mutations) {
      mutated = mutation.apply(mutated, call.context());
    }
    return mutated;
  }
}
