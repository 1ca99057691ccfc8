package dev.catamaran.status;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConditionsTest {
  private static final Instant BEFORE = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant NOW = Instant.parse("2026-03-01T13:00:00.987Z");
  private static final Instant NOW_IN_SECONDS = Instant.parse("2026-03-01T13:00:00Z");

  private static final Conditions READY_BEFORE =
      Conditions.read(MissingNode.getInstance(), BEFORE, 1).isTrue("Ready", "AllReady", "all");

  private static Conditions later(Conditions before) {
    return Conditions.read(before.toJson(), NOW, 2);
  }

  @Test
  void keepsTheTransitionTimeWhileTheStatusStays() {
    var after = later(READY_BEFORE).isTrue("Ready", "StillReady", "still");
    assertEquals(
        Optional.of(new Condition("Ready", "True", "StillReady", "still", BEFORE, 2)),
        after.find("Ready"));
  }

  @Test
  void setsTheTransitionTimeWhenTheStatusChanges() {
    var after = later(READY_BEFORE).isFalse("Ready", "Progressing", "waiting");
    assertEquals(
        Optional.of(new Condition("Ready", "False", "Progressing", "waiting", NOW_IN_SECONDS, 2)),
        after.find("Ready"));
  }

  @Test
  void keepsTheOriginalTimeWhenAStatusFlickersWithinOnePass() {
    var after = later(READY_BEFORE).isTrue("Ready", "a", "").isTrue("Ready", "b", "");
    assertEquals(Optional.of(BEFORE), after.find("Ready").map(Condition::lastTransitionTime));
  }

  @Test
  void hasOneConditionOfEachTypeInTheOrderTheyCame() {
    var after = later(READY_BEFORE).isTrue("Deployed", "a", "").isFalse("Ready", "b", "");
    assertEquals(List.of("Ready", "Deployed"), after.toJson().findValuesAsText("type"));
  }

  @Test
  void dropsATypeAndLeavesTheOthers() {
    var after = READY_BEFORE.isTrue("Deployed", "a", "").without("Ready");
    assertEquals(Optional.empty(), after.find("Ready"));
    assertEquals(1, after.toJson().size());
  }

  @Test
  void isNotChangedByWhatIsMadeOfIt() {
    var before = READY_BEFORE.toJson();
    var unused = READY_BEFORE.isFalse("Ready", "x", "").without("Ready");
    assertEquals(before, READY_BEFORE.toJson());
  }

  @Test
  void isWrittenInTheFormOfMetav1() throws IOException {
    var expected =
        """
        - type: Ready
          status: "True"
          reason: AllReady
          message: all
          lastTransitionTime: "2026-03-01T12:00:00Z"
          observedGeneration: 1
        """;
    assertEquals(yaml(expected).toString(), READY_BEFORE.toJson().toString());
  }

  @Test
  void leavesOutWhatIsNoCondition() throws IOException {
    var read = Conditions.read(yaml("[{}, text, 3, null, {status: 'True'}]"), NOW, 1);
    assertEquals(0, read.toJson().size());
  }

  @Test
  void readsConditionsOfAGoOperatorThatLackFields() throws IOException {
    var read =
        Conditions.read(
            yaml("[{type: Initialized, status: 'True', lastTransitionTime: yesterday}]"),
            BEFORE,
            1);
    assertEquals(
        Optional.of(new Condition("Initialized", "True", "", "", BEFORE, 0)),
        read.find("Initialized"));
  }

  @Test
  void cutsAMessageThatTheApiWouldRefuse() {
    var condition = READY_BEFORE.isTrue("Ready", "a", "x".repeat(40_000)).find("Ready");
    assertEquals(Optional.of(32_768), condition.map(c -> c.message().length()));
  }

  private static JsonNode yaml(String text) throws IOException {
    return new YAMLMapper().readTree(text);
  }
}
