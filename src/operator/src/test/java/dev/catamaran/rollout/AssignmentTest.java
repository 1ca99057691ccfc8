package dev.catamaran.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.primary.Pending;
import dev.catamaran.rollout.RolloutState.Changing;
import dev.catamaran.rollout.RolloutState.Failure;
import dev.catamaran.rollout.RolloutState.Phase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One row for each reason why a primary has an edition. */
class AssignmentTest {
  private static RolloutState state(Phase phase) {
    return new RolloutState(
        "old",
        "new",
        Instant.EPOCH,
        phase,
        "",
        1,
        List.of(),
        List.of(new Changing("a/changing", Instant.EPOCH, true)),
        List.of(new Failure("a/failed", 1, true, "UpgradeError", "no")),
        9,
        1,
        RolloutState.Binding.NONE);
  }

  @ParameterizedTest(name = "{0} of {1} in {3}: {4}")
  @CsvSource({
    // primary, its edition, the watch's, the rollout, the edition
    "a/first, '', old, none, old",
    "a/later, old, old, none, old",
    "a/stray, other, old, none, old",
    "a/first, '', new, none, old",
    "a/later, old, new, none, old",
    "a/first, '', new, PROGRESSING, old",
    "a/later, old, new, PROGRESSING, old",
    "a/later, third, new, PROGRESSING, third",
    "a/later, third, old, mixed, third",
    "a/first, '', old, mixed, old",
    "a/changing, old, new, PROGRESSING, new",
    "a/failed, old, new, HALTED, new",
    "a/done, new, new, PAUSED, new",
    "a/changing, old, third, PROGRESSING, old",
    "a/done, new, new, RETURNING, new",
    "a/failed, old, new, RETURNED, old",
    "a/held, old, new, PROGRESSING, old",
    "a/held, third, new, none, third",
  })
  void choosesTheEdition(String name, String own, String present, String phase, String edition) {
    var rollout =
        phase.matches("none|mixed")
            ? Optional.<RolloutState>empty()
            : Optional.of(state(Phase.valueOf(phase)));
    assertEquals(
        edition,
        new Assignment("old", phase.equals("mixed"), rollout)
            .of(name, present, own, name.equals("a/held")));
  }

  @ParameterizedTest(name = "{0} of {1} in {2}: {3}")
  @CsvSource({
    "a/later, old, none, ''",
    "a/later, old, PROGRESSING, WaveNotReached",
    "a/later, '', PROGRESSING, WaveNotReached",
    "a/changing, old, PROGRESSING, ''",
    "a/done, new, PROGRESSING, ''",
    "a/later, old, RETURNED, RolloutReturned",
    "a/done, new, RETURNED, ''",
    "a/held, old, none, ''",
    "a/held, third, none, HeldByAnnotation",
    "a/held, old, PROGRESSING, HeldByAnnotation",
    "a/held, '', PROGRESSING, HeldByAnnotation",
    "a/held, new, PROGRESSING, ''",
    "a/held, old, RETURNED, RolloutReturned",
    "a/held, new, RETURNED, HeldByAnnotation",
  })
  void saysWhyAPrimaryKeepsAnEarlierEdition(String name, String own, String phase, String pending) {
    var rollout =
        phase.equals("none")
            ? Optional.<RolloutState>empty()
            : Optional.of(state(Phase.valueOf(phase)));
    assertEquals(
        pending,
        new Assignment("old", false, rollout)
            .pending(name, own, name.equals("a/held"))
            .map(Pending::reason)
            .orElse(""));
  }
}
