package dev.catamaran.status;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnFieldsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"observedGeneration\":3,\"attempting\":\"a\"} | true",
        "{\"attempting\":\"a\",\"observedGeneration\":3} | true",
        "{\"observedGeneration\":3,\"attempting\":\"a\",\"theirs\":1} | true",
        "{\"observedGeneration\":4,\"attempting\":\"a\"} | false",
        "{\"observedGeneration\":3.0,\"attempting\":\"a\"} | false",
        "{\"observedGeneration\":\"3\",\"attempting\":\"a\"} | false",
        "{\"observedGeneration\":3} | false",
        "{\"observedGeneration\":3,\"attempting\":\"a\",\"history\":[]} | false",
        "null | false",
        "{} | false",
      })
  void knowsAStatusThatIsWrittenAlready(String status, boolean written) throws IOException {
    var wanted = JsonNodeFactory.instance.objectNode();
    wanted.put("observedGeneration", 3L).put("attempting", "a");
    var shown = new JsonMapper().readTree(status);
    assertEquals(written, OwnFields.areEqual(OwnFields.of(shown), wanted));
  }

  @Test
  void keepsTheFieldsAndConditionsOfOthersInItsPatch() {
    var shown =
        yaml(
            """
            theirs: kept
            attempting: a
            conditions:
            - {type: Ready, status: "False"}
            - {type: TheirReady, status: "True"}
            - {type: Stalled, status: "True"}
            - {type: LastOfThem, status: "True"}
            """);
    var wanted =
        yaml(
            """
            observedGeneration: 2
            conditions:
            - {type: Ready, status: "True"}
            - {type: TheirReady, status: Unknown}
            - {type: Deployed, status: "True"}
            """);
    assertEquals(
        yaml(
            """
            observedGeneration: 2
            attempting: null
            conditions:
            - {type: Ready, status: "True"}
            - {type: TheirReady, status: "True"}
            - {type: LastOfThem, status: "True"}
            - {type: Deployed, status: "True"}
            """),
        OwnFields.patch(shown, wanted));
  }

  /** A Go operator's status publishes the manifest, and so Secrets. */
  @Test
  void removesTheManifestOfAGoOperator() {
    assertEquals(
        yaml("conditions: []\ndeployedRelease: {name: one, manifest: null}"),
        OwnFields.patch(
            yaml("deployedRelease: {name: one, manifest: text}"),
            yaml("deployedRelease: {name: one}")));
  }

  @Test
  void namesTheSchemaPathsOfWhatIsLost() {
    var sent =
        yaml(
            """
            attempting: a
            deployedRelease: {name: one, onTrial: true}
            history: [{revision: 1, digest: d}]
            conditions: [{type: Ready, status: "True"}]
            """);
    assertEquals(Set.of(), OwnFields.lost(sent, sent));
    assertEquals(
        Set.of("status.attempting", "status.deployedRelease.onTrial", "status.history[].digest"),
        OwnFields.lost(
            sent,
            yaml(
                """
                deployedRelease: {name: one}
                history: [{revision: 1}]
                conditions: [{type: Ready, status: "True"}]
                """)));
    assertEquals(
        Set.of(
            "status.attempting", "status.deployedRelease", "status.history", "status.conditions"),
        OwnFields.lost(sent, yaml("{}")));
  }

  private static ObjectNode yaml(String text) {
    return (ObjectNode)
        new JsonMapper().<JsonNode>valueToTree(Serialization.unmarshal(text, Object.class));
  }
}
