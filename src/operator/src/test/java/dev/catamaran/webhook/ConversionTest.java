package dev.catamaran.webhook;

import static dev.catamaran.webhook.Reviews.kettle;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.fixture.Kettle;
import dev.catamaran.fixture.KettleConverter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConversionTest {
  private static final String OLD = Kettle.GROUP + "/v1";
  private static final String NEW = Kettle.GROUP + "/v2";

  private final ConversionEndpoint endpoint =
      new ConversionEndpoint(List.of(Reviews.of(new KettleConverter()).conversions()));

  @Test
  void convertsToTheOtherVersionAndBackWithoutLoss() throws Exception {
    var kettle = kettle("v2", "{milliliters: 1500, material: copper}");

    var old = converted(OLD, kettle);
    assertEquals(OLD, old.path("apiVersion").asText());
    assertEquals(1, old.path("spec").path("liters").asInt());

    assertEquals(kettle, converted(NEW, (ObjectNode) old));
  }

  @Test
  void keepsTheMetadata() throws Exception {
    var old = converted(OLD, kettle("v2", "{milliliters: 1500}"));

    assertEquals("1-2-3", old.path("metadata").path("uid").asText());
    assertEquals("blue", old.path("metadata").path("labels").path("color").asText());
    assertEquals(
        "1500",
        old.path("metadata").path("annotations").path(KettleConverter.MILLILITERS).asText());
  }

  @Test
  void keepsAnObjectOfTheDesiredVersion() throws Exception {
    var kettle = kettle("v2", "{milliliters: 1500, unknown: 1}");
    assertEquals(kettle, converted(NEW, kettle));
  }

  @Test
  void namesTheObjectAndTheReasonOfAFailure() throws Exception {
    assertEquals(
        "blue: spec.liters must not be negative", problem(NEW, kettle("v1", "{liters: -1}")));
    assertEquals(
        "blue: spec.liters cannot be read as OldKettle has it",
        problem(NEW, kettle("v1", "{liters: many}")));
    assertEquals(
        "blue: the operator has no Converter between v3 and v2",
        problem(Kettle.GROUP + "/v3", kettle("v2", "{milliliters: 1}")));
    var empty = kettle("v1", "{liters: 1}");
    empty.remove("spec");
    assertEquals(
        "blue: the Converter failed with NullPointerException; the operator's log has more",
        problem(NEW, empty));
    var pot = kettle("v1", "{liters: 1}");
    pot.put("kind", "Pot");
    assertEquals("blue: the operator has no Converter for Pot", problem(NEW, pot));
  }

  private JsonNode converted(String version, ObjectNode object) throws BadRequestException {
    var response = Reviews.response(endpoint, Reviews.conversion(version, object));
    assertEquals("asked", response.path("uid").asText());
    assertEquals("Success", response.path("result").path("status").asText(), response::toString);
    return response.path("convertedObjects").path(0);
  }

  private String problem(String version, ObjectNode object) throws BadRequestException {
    var response = Reviews.response(endpoint, Reviews.conversion(version, object));
    assertEquals("Failure", response.path("result").path("status").asText());
    assertTrue(response.path("convertedObjects").isEmpty());
    return response.path("result").path("message").asText();
  }
}
