package dev.catamaran.status;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConditionsJsonTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void isWrittenInTheFormOfMetav1() throws IOException {
    var conditions =
        ConditionsJson.read(MissingNode.getInstance(), NOW, 1).withTrue("Ready", "AllReady", "all");
    var expected =
        yaml(
            """
            - type: Ready
              status: "True"
              reason: AllReady
              message: all
              lastTransitionTime: "2026-03-01T12:00:00Z"
              observedGeneration: 1
            """);
    assertEquals(expected.toString(), ConditionsJson.write(conditions).toString());
    var read = ConditionsJson.read(ConditionsJson.write(conditions), Instant.EPOCH, 2);
    assertEquals(conditions.list(), read.list());
  }

  @Test
  void completesConditionsOfAGoOperatorAndSkipsInvalidOnes() throws IOException {
    var read =
        ConditionsJson.read(
            yaml(
                """
                - {type: Initialized, status: 'True', lastTransitionTime: yesterday}
                - {type: Ready, lastTransitionTime: '2026-01-01T01:00:00+01:00'}
                - {}
                - text
                - null
                - {status: 'True'}
                """),
            NOW,
            1);
    assertEquals(2, read.list().size());
    assertEquals(
        Optional.of(
            new ConditionBuilder()
                .withType("Initialized")
                .withStatus("True")
                .withReason("")
                .withMessage("")
                .withLastTransitionTime("2026-03-01T12:00:00Z")
                .withObservedGeneration(0L)
                .build()),
        read.find("Initialized"));
    assertEquals(
        Optional.of("2026-01-01T00:00:00Z"),
        read.find("Ready").map(Condition::getLastTransitionTime));
  }

  private static JsonNode yaml(String text) throws IOException {
    return new YAMLMapper().readTree(text);
  }
}
