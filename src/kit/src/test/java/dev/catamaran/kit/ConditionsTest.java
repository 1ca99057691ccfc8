package dev.catamaran.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConditionsTest {
  private static final Instant BEFORE = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant NOW = Instant.parse("2026-03-01T13:00:00.987Z");

  private static final Conditions READY_BEFORE =
      Conditions.of(null, BEFORE, 1).withTrue("Ready", "AllReady", "all");

  private static Conditions later(Conditions before) {
    return Conditions.of(before.list(), NOW, 2);
  }

  @Test
  void keepsTheTransitionTimeWhileTheStatusStays() {
    var after = later(READY_BEFORE).withTrue("Ready", "StillReady", "still");
    assertEquals(
        List.of(ready("True", "StillReady", "still", "2026-03-01T12:00:00Z")), after.list());
  }

  @Test
  void keepsTheTransitionTimeWhateverItWasInBetween() {
    var after =
        later(READY_BEFORE).without("Ready").withFalse("Ready", "b", "").withTrue("Ready", "a", "");
    assertEquals(List.of(ready("True", "a", "", "2026-03-01T12:00:00Z")), after.list());
  }

  @Test
  void setsTheTransitionTimeInSecondsWhenTheStatusChanges() {
    var after = later(READY_BEFORE).withFalse("Ready", "Progressing", "waiting");
    assertEquals(
        List.of(ready("False", "Progressing", "waiting", "2026-03-01T13:00:00Z")), after.list());
  }

  @Test
  void isTheSameWhenTheSameIsSeenLater() {
    var after = Conditions.of(READY_BEFORE.list(), NOW, 1).withTrue("Ready", "AllReady", "all");
    assertEquals(READY_BEFORE.list(), after.list());
  }

  @Test
  void hasOneConditionOfEachTypeInTheOrderTheyCame() {
    var after = later(READY_BEFORE).withTrue("Deployed", "a", "").withFalse("Ready", "b", "");
    assertEquals(
        List.of("Ready", "Deployed"), after.list().stream().map(Condition::getType).toList());
  }

  @Test
  void dropsATypeAndLeavesTheOthers() {
    var after = READY_BEFORE.withUnknown("Deployed", "a", "").without("Ready");
    assertEquals(Optional.empty(), after.find("Ready"));
    assertEquals(1, after.list().size());
  }

  @Test
  void isImmutable() {
    var before = READY_BEFORE.list();
    var unused = READY_BEFORE.withFalse("Ready", "x", "").worded(String::toUpperCase);
    assertEquals(before, READY_BEFORE.list());
  }

  @Test
  void saysWhetherATypeIsTrue() {
    assertTrue(READY_BEFORE.isTrue("Ready"));
    assertFalse(READY_BEFORE.with("Ready", false, "x", "").isTrue("Ready"));
    assertFalse(READY_BEFORE.isTrue("Deployed"));
  }

  @Test
  void cutsAMessageThatTheApiServerWouldRefuse() {
    var condition = READY_BEFORE.withTrue("Ready", "a", "x".repeat(40_000)).find("Ready");
    assertEquals(Optional.of(32_768), condition.map(c -> c.getMessage().length()));
  }

  private static Condition ready(String status, String reason, String message, String since) {
    return new ConditionBuilder()
        .withType("Ready")
        .withStatus(status)
        .withReason(reason)
        .withMessage(message)
        .withLastTransitionTime(since)
        .withObservedGeneration(2L)
        .build();
  }
}
