package dev.catamaran.execute;

import static dev.catamaran.release.ReleaseOutcome.FailedStep.UPGRADE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.cluster.ApiFailures;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.Failed;
import dev.catamaran.release.ReleaseOutcome.Hindered;
import dev.catamaran.release.ReleaseOutcome.Refused;
import dev.catamaran.release.ReleaseOutcome.Waiting;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.status.Reasons;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EngineFailuresTest {
  private static final String SAID = "it says hunter2hunter2";
  private static final SecretTexts SECRET = SecretTexts.of(List.of("hunter2hunter2"));
  private static final String TOLD = SECRET.hide(SAID);

  private static final Map<EngineFailure, ReleaseOutcome> OUTCOMES = new LinkedHashMap<>();

  static {
    OUTCOMES.put(new EngineFailure.Locked(SAID), new Waiting(TOLD));
    OUTCOMES.put(new EngineFailure.Unfinished(SAID), new Waiting(TOLD));
    OUTCOMES.put(new EngineFailure.GivenUp(SAID), new Waiting(TOLD));
    OUTCOMES.put(new EngineFailure.Ended(SAID), new ReleaseOutcome.Interrupted(TOLD));
    OUTCOMES.put(new EngineFailure.Unrenderable(SAID), new Failed(UPGRADE, TOLD));
    OUTCOMES.put(new EngineFailure.Rejected(SAID), new Failed(UPGRADE, TOLD));
    OUTCOMES.put(new EngineFailure.Immutable("Service", "a", SAID), new Failed(UPGRADE, TOLD));
    OUTCOMES.put(new EngineFailure.TooLarge(SAID), new Refused(Reasons.RELEASE_TOO_LARGE, TOLD));
    OUTCOMES.put(new EngineFailure.Unconfined(SAID), new Refused(Reasons.NOT_ALLOWED, TOLD));
    OUTCOMES.put(
        new EngineFailure.InTheWay(SAID), new Hindered(UPGRADE, Reasons.UPGRADE_ERROR, TOLD));
    OUTCOMES.put(new EngineFailure.Forbidden(SAID), new Hindered(UPGRADE, Reasons.FORBIDDEN, TOLD));
    OUTCOMES.put(
        new EngineFailure.NamespaceMissing(SAID),
        new Hindered(UPGRADE, Reasons.NAMESPACE_MISSING, TOLD));
    OUTCOMES.put(
        new EngineFailure.NamespaceTerminating(SAID),
        new Hindered(UPGRADE, Reasons.NAMESPACE_TERMINATING, TOLD));
    OUTCOMES.put(
        new EngineFailure.Unreachable(SAID), new Hindered(UPGRADE, Reasons.UNREACHABLE, TOLD));
  }

  @Test
  void mapsEachFailureToAnOutcomeWithoutSecrets() {
    OUTCOMES.forEach(
        (failure, outcome) ->
            assertEquals(outcome, EngineFailures.outcome(UPGRADE, failure, SECRET)));
    assertEquals(
        Arrays.stream(EngineFailure.class.getPermittedSubclasses()).collect(Collectors.toSet()),
        OUTCOMES.keySet().stream().map(Object::getClass).collect(Collectors.toSet()));
  }

  @Test
  void quotesTheApiServerRatherThanTheClient() {
    var status = new StatusBuilder().withMessage("etcdserver: timeout").build();

    assertEquals(
        new Hindered(UPGRADE, Reasons.UNREACHABLE, "etcdserver: timeout"),
        EngineFailures.unreachable(
            UPGRADE, new KubernetesClientException("Failure executing: GET", 500, status)));
    assertEquals(
        "connection refused",
        ApiFailures.words(new KubernetesClientException("connection refused")));
  }
}
