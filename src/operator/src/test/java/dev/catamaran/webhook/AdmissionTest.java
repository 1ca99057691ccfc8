package dev.catamaran.webhook;

import static dev.catamaran.webhook.Reviews.kettle;
import static dev.catamaran.webhook.Reviews.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.fixture.Kettle;
import dev.catamaran.fixture.KettleAdmission;
import dev.catamaran.kit.AdmissionContext;
import dev.catamaran.kit.Mutator;
import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Verdict;
import dev.catamaran.webhook.WebhookHandler.Endpoint;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.zjsonpatch.JsonPatch;
import java.io.IOException;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdmissionTest {

  @Test
  void refusesWithAllFieldsAndSentences() throws Exception {
    var response = create(kettle("v2", "{milliliters: 6000, material: clay}"));

    assertEquals("asked", response.path("uid").asText());
    assertFalse(response.path("allowed").asBoolean());
    var status = response.path("status");
    assertEquals(
        "spec.milliliters: must be at most 5000; spec.material: clay breaks",
        status.path("message").asText());
    assertEquals(422, status.path("code").asInt());
    assertEquals("Invalid", status.path("reason").asText());
    var cause = status.path("details").path("causes").path(0);
    assertEquals("spec.milliliters", cause.path("field").asText());
    assertEquals("must be at most 5000", cause.path("message").asText());
  }

  @Test
  void warnsAndAllows() throws Exception {
    var response = create(kettle("v2", "{milliliters: 0}"));

    assertTrue(response.path("allowed").asBoolean());
    assertEquals("a kettle of no size boils nothing", response.path("warnings").path(0).asText());
  }

  @Test
  void comparesWithTheOldObject() throws Exception {
    var small = kettle("v2", "{milliliters: 100}");
    var large = kettle("v2", "{milliliters: 200}");

    assertTrue(allowed("UPDATE", Map.of("oldObject", small, "object", large)));
    assertFalse(allowed("UPDATE", Map.of("oldObject", large, "object", small)));
  }

  @Test
  void allowsAnUpdateOfAnObjectBeingDeleted() throws Exception {
    var large = kettle("v2", "{milliliters: 200}");
    var terminating = kettle("v2", "{milliliters: 100}");
    terminating.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");

    assertTrue(allowed("UPDATE", Map.of("oldObject", large, "object", terminating)));
  }

  @Test
  void allowsRepairAndDeletionOfAnUnreadableObject() throws Exception {
    var unreadable = kettle("v2", "{milliliters: [1]}");

    assertEquals(
        "spec.milliliters cannot be read as Kettle has it",
        create(unreadable).path("status").path("message").asText());
    assertTrue(
        allowed(
            "UPDATE", Map.of("oldObject", unreadable, "object", kettle("v2", "{milliliters: 1}"))));
    assertTrue(allowed("DELETE", Map.of("oldObject", unreadable)));
  }

  @Test
  void asksAllValidators() throws Exception {
    Validator<GenericKubernetesResource> second = new OnlyBlue();
    var endpoint = endpoint(WebhookPaths.validate(Reviews.KETTLE), new KettleAdmission(), second);
    var kettle = kettle("v2", "{milliliters: 6000}");
    kettle.withObject("/metadata/labels").put("color", "red");

    var response =
        Reviews.response(endpoint, Reviews.admission("CREATE", Map.of("object", kettle)));

    assertEquals(
        "spec.milliliters: must be at most 5000; metadata.labels.color: must be blue for cook",
        response.path("status").path("message").asText());
  }

  @Test
  void sendsThePatchOfAMutator() throws Exception {
    var endpoint = endpoint(WebhookPaths.mutate(Reviews.KETTLE), new KettleAdmission());
    var plain = kettle("v2", "{milliliters: 1, unknown: {to: the class}}");

    var response = Reviews.response(endpoint, Reviews.admission("CREATE", Map.of("object", plain)));

    assertEquals("JSONPatch", response.path("patchType").asText());
    assertEquals(
        kettle("v2", "{milliliters: 1, unknown: {to: the class}, material: steel}"),
        JsonPatch.apply(patch(response), plain));
    assertEquals(1, patch(response).size());
    var again =
        Reviews.response(
            endpoint,
            Reviews.admission(
                "UPDATE", Map.of("object", kettle("v2", "{milliliters: 1, material: steel}"))));
    assertTrue(again.path("allowed").asBoolean());
    assertTrue(again.path("patch").isMissingNode(), again::toString);
  }

  @Test
  void refusesAnObjectThatAMutatorRejects() throws Exception {
    Mutator<Kettle> picky = new Picky();
    var endpoint = endpoint(WebhookPaths.mutate(Reviews.KETTLE), picky);

    var response =
        Reviews.response(
            endpoint,
            Reviews.admission("CREATE", Map.of("object", kettle("v2", "{milliliters: 1}"))));

    assertEquals("no kettles today", response.path("status").path("message").asText());
  }

  @Test
  void refusesABodyThatIsNoReview() {
    var endpoint = endpoint(WebhookPaths.validate(Reviews.KETTLE), new KettleAdmission());

    assertEquals(
        "the body is no AdmissionReview with a request", problem(endpoint, object("kind: Pod")));
    assertEquals(
        "the AdmissionReview has no request.object",
        problem(endpoint, Reviews.admission("CREATE", Map.of())));
    assertEquals(
        "operation \"CONNECT\" is not CREATE, UPDATE or DELETE: correct the configuration",
        problem(endpoint, Reviews.admission("CONNECT", Map.of())));
  }

  /** Validates objects of all kinds. */
  static final class OnlyBlue implements Validator<GenericKubernetesResource> {
    @Override
    public Verdict validateCreate(GenericKubernetesResource created, AdmissionContext context) {
      var color = created.getMetadata().getLabels().get("color");
      return Verdict.allow()
          .refuseIf(
              !"blue".equals(color), "metadata.labels.color", "must be blue for " + context.user());
    }
  }

  /** Rejects every object. */
  static final class Picky implements Mutator<Kettle> {
    @Override
    public void mutate(Kettle object, AdmissionContext context) {
      throw new IllegalArgumentException("no kettles today");
    }
  }

  private static Endpoint endpoint(String path, dev.catamaran.kit.Webhook... webhooks) {
    return java.util.Objects.requireNonNull(Reviews.of(webhooks).endpoints().get(path));
  }

  private static JsonNode create(ObjectNode object) throws BadRequestException {
    return answer("CREATE", Map.of("object", object));
  }

  private static boolean allowed(String operation, Map<String, ObjectNode> objects)
      throws BadRequestException {
    return answer(operation, objects).path("allowed").asBoolean();
  }

  private static JsonNode answer(String operation, Map<String, ObjectNode> objects)
      throws BadRequestException {
    return Reviews.response(
        endpoint(WebhookPaths.validate(Reviews.KETTLE), new KettleAdmission()),
        Reviews.admission(operation, objects));
  }

  private static JsonNode patch(JsonNode response) throws IOException {
    return JsonMapper.builder()
        .build()
        .readTree(Base64.getDecoder().decode(response.path("patch").asText()));
  }

  private static String problem(Endpoint endpoint, JsonNode review) {
    return assertThrows(BadRequestException.class, () -> endpoint.answer(review)).sentence();
  }
}
