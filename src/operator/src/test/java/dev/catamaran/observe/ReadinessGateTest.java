package dev.catamaran.observe;

import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.Revisions;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.watch.Gate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReadinessGateTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final Revision CURRENT = revision(2, RevisionStatus.DEPLOYED);
  private static final Instant DEADLINE = Revisions.WRITTEN_AT.plus(TIMEOUT);
  private static final Optional<Deployed> ON_TRIAL = deployed(2, true);
  private static final Gate READINESS = new Gate(true, false, TIMEOUT);
  private static final Gate BOTH = new Gate(true, true, TIMEOUT);

  private static Optional<Deployed> deployed(int revision, boolean onTrial) {
    return Optional.of(new Deployed("shop", "cache", revision, "c", "1", "1", "input", onTrial));
  }

  private static ReleaseState of(Gate gate, Revision current, Instant now, String... notReady) {
    return readiness(gate, List.of(notReady), List.of()).of(current, ON_TRIAL, now);
  }

  private static ReadinessGate readiness(Gate gate, List<String> notReady, List<String> failed) {
    return new ReadinessGate(gate, revision -> notReady, revision -> failed);
  }

  private static Revision tests(Revision.Tests tests) {
    return new Revision(
        CURRENT.release(),
        CURRENT.number(),
        CURRENT.status(),
        CURRENT.origin(),
        CURRENT.ownerUid(),
        CURRENT.writtenAt(),
        CURRENT.storedAt(),
        CURRENT.chart(),
        CURRENT.description(),
        CURRENT.failure(),
        CURRENT.notes(),
        tests,
        CURRENT.manifest(),
        CURRENT.hooks(),
        CURRENT.digest(),
        CURRENT.seal(),
        CURRENT.secrets(),
        CURRENT.version(),
        CURRENT.ended());
  }

  @Test
  void demandsNothingWithoutAGate() {
    var gate = new Gate(false, false, TIMEOUT);
    assertEquals(new ReleaseState.InSync(CURRENT), of(gate, CURRENT, DEADLINE, "Pod/a: pending"));
  }

  @Test
  void waitsForReadinessUntilTheDeadline() {
    assertEquals(
        new ReleaseState.Settling(CURRENT, DEADLINE),
        of(READINESS, CURRENT, DEADLINE.minusMillis(1), "Pod/a: pending"));
    assertEquals(
        new ReleaseState.TrialFailed(CURRENT, "not ready within 300 s: Pod/a: pending"),
        of(READINESS, CURRENT, DEADLINE, "Pod/a: pending"));
    assertEquals(new ReleaseState.InSync(CURRENT), of(READINESS, CURRENT, DEADLINE));
  }

  @Test
  void testsAReadyRevision() {
    var untested = tests(Revision.Tests.NOT_RUN);
    assertEquals(
        new ReleaseState.Settling(untested, DEADLINE),
        of(BOTH, untested, Revisions.WRITTEN_AT, "Pod/a: pending"));
    assertEquals(new ReleaseState.Untested(untested), of(BOTH, untested, DEADLINE));
    var passed = tests(Revision.Tests.PASSED);
    assertEquals(new ReleaseState.InSync(passed), of(BOTH, passed, DEADLINE));
    var failed = tests(Revision.Tests.FAILED);
    assertEquals(
        new ReleaseState.TrialFailed(failed, "refused by its tests: one of them failed"),
        of(BOTH, failed, DEADLINE));
  }

  @Test
  void doesNotRepeatAPassedTrial() {
    var readiness = readiness(BOTH, List.of("Pod/a: the node is gone"), List.of());
    assertEquals(
        new ReleaseState.InSync(CURRENT), readiness.of(CURRENT, deployed(2, false), DEADLINE));
  }

  @Test
  void failsAtOnceAfterAPermanentFailure() {
    var readiness =
        readiness(READINESS, List.of("Pod/a: pending", "Job/b: failed"), List.of("Job/b: failed"));
    assertEquals(
        new ReleaseState.TrialFailed(CURRENT, "never going to be ready: Job/b: failed"),
        readiness.of(CURRENT, ON_TRIAL, Revisions.WRITTEN_AT));
  }

  @Test
  void waitsOnForWhatStandsInTheWay() {
    var refused = List.of("Deployment/a: pods \"a-1\" is forbidden: exceeded quota: small");
    var settling = new ReleaseState.Settling(CURRENT, DEADLINE.plus(Duration.ofMinutes(1)));
    assertEquals(settling, readiness(READINESS, refused, refused).of(CURRENT, ON_TRIAL, DEADLINE));
    assertEquals(
        settling, readiness(READINESS, refused, List.of()).of(CURRENT, ON_TRIAL, DEADLINE));
  }

  @Test
  void isOutstandingUntilTheStatusReportsItsEnd() {
    var readiness = readiness(READINESS, List.of(), List.of());
    for (var remembered : List.of(Optional.<Deployed>empty(), deployed(1, false), ON_TRIAL)) {
      assertTrue(readiness.isOutstanding(CURRENT, remembered));
    }
    assertFalse(readiness.isOutstanding(CURRENT, deployed(2, false)));
    var noGate = readiness(new Gate(false, false, TIMEOUT), List.of(), List.of());
    assertFalse(noGate.isOutstanding(CURRENT, ON_TRIAL));
  }

  @Test
  void appliesToARevisionMissingInTheStatus() {
    var readiness = readiness(READINESS, List.of("Pod/a: pending"), List.of());
    assertEquals(
        new ReleaseState.Settling(CURRENT, DEADLINE),
        readiness.of(CURRENT, deployed(1, false), Revisions.WRITTEN_AT));
  }
}
