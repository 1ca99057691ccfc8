package dev.catamaran.execute;

import static dev.catamaran.release.ReleaseOutcome.FailedStep.UPGRADE;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.Failed;
import dev.catamaran.release.ReleaseOutcome.Hindered;
import dev.catamaran.release.ReleaseOutcome.Interrupted;
import dev.catamaran.release.ReleaseOutcome.Refused;
import dev.catamaran.release.ReleaseOutcome.Waiting;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.status.Reasons;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EngineFailuresTest {
  private static final String SAID = "it says hunter2hunter2";
  private static final SecretTexts SECRET = SecretTexts.of(List.of("hunter2hunter2"));
  private static final String TOLD = "it says ***";

  /** Who is to blame: the input, what hinders it, or nobody. */
  private static final Map<EngineFailure, ReleaseOutcome> OUTCOMES =
      Map.ofEntries(
          Map.entry(new EngineFailure.Locked(SAID), new Waiting(TOLD)),
          Map.entry(new EngineFailure.Unfinished(SAID), new Waiting(TOLD)),
          Map.entry(new EngineFailure.GivenUp(SAID), new Waiting(TOLD)),
          Map.entry(new EngineFailure.Ended(SAID), new Interrupted(TOLD)),
          Map.entry(new EngineFailure.Unrenderable(SAID), new Failed(UPGRADE, TOLD)),
          Map.entry(new EngineFailure.Rejected(SAID), new Failed(UPGRADE, TOLD)),
          Map.entry(new EngineFailure.Immutable("Service", "a", SAID), new Failed(UPGRADE, TOLD)),
          Map.entry(new EngineFailure.TooLarge(SAID), new Refused(Reasons.RELEASE_TOO_LARGE, TOLD)),
          Map.entry(new EngineFailure.Invalid(SAID), new Refused(Reasons.INVALID_OBJECT, TOLD)),
          Map.entry(new EngineFailure.Unconfined(SAID), new Refused(Reasons.NOT_ALLOWED, TOLD)),
          Map.entry(new EngineFailure.InTheWay(SAID), hindered(Reasons.UPGRADE_ERROR)),
          Map.entry(new EngineFailure.Forbidden(SAID), hindered(Reasons.FORBIDDEN)),
          Map.entry(new EngineFailure.NamespaceMissing(SAID), hindered(Reasons.NAMESPACE_MISSING)),
          Map.entry(
              new EngineFailure.NamespaceTerminating(SAID),
              hindered(Reasons.NAMESPACE_TERMINATING)),
          Map.entry(new EngineFailure.Unreachable(SAID), hindered(Reasons.UNREACHABLE)));

  @Test
  void mapsEachFailureToAnOutcomeWithoutSecrets() {
    OUTCOMES.forEach(
        (failure, outcome) ->
            assertEquals(outcome, EngineFailures.outcome(UPGRADE, failure, SECRET)));
    assertEquals(
        Set.of(EngineFailure.class.getPermittedSubclasses()),
        OUTCOMES.keySet().stream().map(Object::getClass).collect(toSet()));
  }

  private static Hindered hindered(String reason) {
    return new Hindered(UPGRADE, reason, TOLD);
  }
}
