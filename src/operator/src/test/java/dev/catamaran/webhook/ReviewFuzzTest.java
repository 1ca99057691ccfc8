package dev.catamaran.webhook;

import static org.junit.jupiter.api.Assertions.assertFalse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.fixture.Kettle;
import dev.catamaran.fixture.KettleConverter;
import dev.catamaran.kit.AdmissionContext;
import dev.catamaran.kit.Mutator;
import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Verdict;
import dev.catamaran.webhook.WebhookHandler.Endpoint;
import dev.catamaran.wire.Limits;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.util.List;

/** A review has an answer, or is refused with a sentence. */
class ReviewFuzzTest {
  private static final JsonMapper JSON =
      JsonMapper.builder(Limits.factory())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private static final KindWebhooks ALL =
      Reviews.of(new AnySpec(), new AnyObject(), new KettleConverter());

  private static final Endpoint CONVERSION = new ConversionEndpoint(List.of(ALL.conversions()));

  /** Looks at all of an object. */
  static final class AnyObject implements Validator<GenericKubernetesResource> {
    @Override
    public Verdict validateCreate(GenericKubernetesResource created, AdmissionContext context) {
      return Verdict.allow().refuseIf(created.toString().isEmpty(), "", context.user());
    }
  }

  /** Changes an object with any spec, and one without. */
  static final class AnySpec implements Mutator<Kettle> {
    @Override
    public void mutate(Kettle kettle, AdmissionContext context) {
      if (kettle.getSpec() == null || kettle.getSpec().material() == null) {
        kettle.setSpec(new Kettle.Spec(1, "steel"));
      }
    }
  }

  @FuzzTest(maxDuration = "1m")
  void isAnsweredOrRefused(byte[] body) throws IOException {
    JsonNode review;
    try {
      review = WebhookHandler.parse(body);
    } catch (BadRequestException e) {
      assertFalse(e.sentence().isEmpty());
      return;
    }
    for (var endpoint : ALL.endpoints().values()) {
      answer(endpoint, review);
    }
    answer(CONVERSION, review);
  }

  private static void answer(Endpoint endpoint, JsonNode review) throws IOException {
    try {
      assertFalse(JSON.writeValueAsString(endpoint.answer(review)).isEmpty());
    } catch (BadRequestException e) {
      assertFalse(e.sentence().isEmpty());
    }
  }
}
