package dev.catamaran.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.kit.Verdict;
import dev.catamaran.kit.Verdict.Refusal;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionResponse;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionResponseBuilder;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionReview;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionReviewBuilder;
import java.util.Base64;
import java.util.stream.Collectors;

/**
 * Builds answers in the API server's format. A refusal has the same form as for an object that
 * violates a schema.
 *
 * @param call the answered call
 */
record AdmissionAnswer(AdmissionCall call) {
  private static final int UNPROCESSABLE = 422;

  AdmissionReview of(Verdict verdict) {
    var response = new AdmissionResponseBuilder().withAllowed(verdict.isAllowed());
    if (!verdict.isAllowed()) {
      response.withStatus(invalid(verdict));
    }
    return review(response.withWarnings(verdict.warnings()).build());
  }

  AdmissionReview patch(JsonNode patch) {
    var response = new AdmissionResponseBuilder().withAllowed(true);
    if (!patch.isEmpty()) {
      response
          .withPatchType("JSONPatch")
          .withPatch(Base64.getEncoder().encodeToString(patch.toString().getBytes(UTF_8)));
    }
    return review(response.build());
  }

  private AdmissionReview review(AdmissionResponse response) {
    response.setUid(call.uid());
    return new AdmissionReviewBuilder().withResponse(response).build();
  }

  private Status invalid(Verdict verdict) {
    var causes =
        verdict.refusals().stream()
            .map(
                refusal -> new StatusCause(refusal.field(), refusal.problem(), "FieldValueInvalid"))
            .toList();
    return new StatusBuilder()
        .withStatus("Failure")
        .withCode(UNPROCESSABLE)
        .withReason("Invalid")
        .withMessage(
            verdict.refusals().stream()
                .map(AdmissionAnswer::sentence)
                .collect(Collectors.joining("; ")))
        .withNewDetails()
        .withGroup(call.group())
        .withKind(call.kind())
        .withName(call.name())
        .withCauses(causes)
        .endDetails()
        .build();
  }

  private static String sentence(Refusal refusal) {
    return refusal.field().isEmpty()
        ? refusal.problem()
        : refusal.field() + ": " + refusal.problem();
  }
}
