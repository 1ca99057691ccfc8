package dev.catamaran.execute;

import static dev.catamaran.release.ReleaseOutcome.FailedStep.RECONCILE;
import static dev.catamaran.release.ReleaseOutcome.FailedStep.UPGRADE;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Kind;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.Failed;
import dev.catamaran.release.ReleaseOutcome.Hindered;
import dev.catamaran.release.ReleaseOutcome.Interrupted;
import dev.catamaran.release.ReleaseOutcome.Refused;
import dev.catamaran.release.ReleaseOutcome.Waiting;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.status.Reasons;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.StatusDetailsBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineFailuresTest {
  private static final String SAID = "it says hunter2hunter2";
  private static final SecretTexts SECRET = SecretTexts.of(List.of("hunter2hunter2"));
  private static final String TOLD = "it says ***";

  /** Who is to blame: the input, what hinders it, or nobody. */
  private static final Map<EngineFailure, ReleaseOutcome> OUTCOMES =
      Map.ofEntries(
          Map.entry(Kind.LOCKED.of(SAID), new Waiting(TOLD)),
          Map.entry(Kind.UNFINISHED.of(SAID), new Waiting(TOLD)),
          Map.entry(Kind.GIVEN_UP.of(SAID), new Waiting(TOLD)),
          Map.entry(Kind.ENDED.of(SAID), new Interrupted(TOLD)),
          Map.entry(Kind.UNRENDERABLE.of(SAID), new Failed(UPGRADE, TOLD)),
          Map.entry(Kind.REJECTED.of(SAID), new Failed(UPGRADE, TOLD)),
          Map.entry(Kind.TOO_LARGE.of(SAID), new Refused(Reasons.RELEASE_TOO_LARGE, TOLD)),
          Map.entry(Kind.INVALID.of(SAID), new Refused(Reasons.INVALID_OBJECT, TOLD)),
          Map.entry(Kind.UNCONFINED.of(SAID), new Refused(Reasons.NOT_ALLOWED, TOLD)),
          Map.entry(Kind.IN_THE_WAY.of(SAID), hindered(Reasons.UPGRADE_ERROR)),
          Map.entry(Kind.FORBIDDEN.of(SAID), hindered(Reasons.FORBIDDEN)),
          Map.entry(Kind.NAMESPACE_MISSING.of(SAID), hindered(Reasons.NAMESPACE_MISSING)),
          Map.entry(Kind.NAMESPACE_TERMINATING.of(SAID), hindered(Reasons.NAMESPACE_TERMINATING)),
          Map.entry(Kind.UNREACHABLE.of(SAID), hindered(Reasons.UNREACHABLE)));

  @Test
  void mapsEachFailureToAnOutcomeWithoutSecrets() {
    OUTCOMES.forEach(
        (failure, outcome) ->
            assertEquals(outcome, EngineFailures.outcome(UPGRADE, failure, SECRET)));
    assertEquals(
        Set.of(Kind.values()),
        OUTCOMES.keySet().stream().map(EngineFailure::kind).collect(toSet()));
  }

  /** No step expects these failures, and none of them is the input's. */
  @ParameterizedTest
  @CsvSource({
    "-1, Unreachable",
    "0, Unreachable",
    "401, Forbidden",
    "403, Forbidden",
    "404, ReconcileError",
    "409, ReconcileError",
    "422, ReconcileError",
    "429, Unreachable",
    "503, Unreachable"
  })
  void saysWhyTheApiServerRefusesWhatNoStepExpects(int code, String reason) {
    var denial = "secrets is forbidden: User \"operator\" cannot list resource \"secrets\"";
    var status =
        new StatusBuilder()
            .withMessage(denial)
            .withDetails(new StatusDetailsBuilder().withKind("secrets").build())
            .build();

    assertEquals(
        new Hindered(RECONCILE, reason, denial),
        EngineFailures.unexpected(
            RECONCILE, new KubernetesClientException("no words", code, status)));
  }

  private static Hindered hindered(String reason) {
    return new Hindered(UPGRADE, reason, TOLD);
  }
}
