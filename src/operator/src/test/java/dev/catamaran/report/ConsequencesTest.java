package dev.catamaran.report;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.RevisionStatus.FAILED;
import static dev.catamaran.release.RevisionStatus.PENDING_UPGRADE;
import static dev.catamaran.release.Revisions.literal;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.withNotes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.observe.ReadinessGate;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.Contest;
import dev.catamaran.release.Contest.Repair;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.Correction.How;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.Revision;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.watch.Gate;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Conditions have the form {@code Type=Status:Reason}. The other consequences have the form metric,
 * effect, next look, notices, new revision, corrections.
 */
class ConsequencesTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Revision FIRST = revision(1, DEPLOYED);
  private static final Revision SECOND = revision(2, DEPLOYED);
  private static final PrimaryAnnotations ANNOTATIONS =
      new PrimaryAnnotations(
          Map.of("helm.sdk.operatorframework.io/uninstall-description", "no need"));
  private static final Gate NO_GATE = new Gate(false, false, Duration.ofMinutes(5));
  private static final Consequences ALL_READY =
      new Consequences(
          new ReadinessGate(NO_GATE, revision -> List.of(), revision -> List.of()),
          List.of("image.tag"));
  private static final Consequences GATED =
      new Consequences(
          new ReadinessGate(
              new Gate(true, false, Duration.ofMinutes(5)),
              revision -> List.of(),
              revision -> List.of()),
          List.of());
  private static final Consequences WAITING =
      new Consequences(
          new ReadinessGate(
              NO_GATE,
              revision -> List.of("Deployment/a: starting", "Pod/b: pulling"),
              revision -> List.of()),
          List.of());

  private static final ReleaseStatus EMPTY = ReleaseStatus.read(MissingNode.getInstance(), NOW, 1);
  private static final ReleaseStatus HEALTHY =
      after(ALL_READY, new ReleaseOutcome.Installed(FIRST), EMPTY);
  private static final ReleaseStatus FAILING =
      after(ALL_READY, new ReleaseOutcome.Failed(FailedStep.UPGRADE, "no"), HEALTHY)
          .failing(Optional.of(new Backoff("input-2", 1, 0, NOW)));
  private static final ReleaseStatus REFUSED =
      after(ALL_READY, new ReleaseOutcome.Refused("InvalidSpec", "no"), HEALTHY);

  static Stream<Arguments> outcomes() {
    return Stream.of(
        arguments(
            new ReleaseOutcome.Installed(FIRST),
            EMPTY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=True:AllReady"),
        arguments(
            new ReleaseOutcome.Upgraded(SECOND),
            FAILING,
            "Initialized=True:Initialized Deployed=True:UpgradeSuccessful Ready=True:AllReady"),
        arguments(
            new ReleaseOutcome.Completed(FIRST),
            EMPTY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=True:AllReady"),
        arguments(
            new ReleaseOutcome.Completed(SECOND),
            FAILING,
            "Initialized=True:Initialized Deployed=True:UpgradeSuccessful Ready=True:AllReady"),
        arguments(
            new ReleaseOutcome.Completed(literal(2, DEPLOYED, 1, "")),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:RollbackSuccessful Ready=True:AllReady"),
        arguments(
            new ReleaseOutcome.Kept(FIRST),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=True:AllReady"),
        arguments(
            new ReleaseOutcome.Kept(FIRST),
            REFUSED,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=True:AllReady"),
        arguments(
            new ReleaseOutcome.Unaffected(FIRST),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=True:AllReady"),
        arguments(
            new ReleaseOutcome.DriftCorrected(FIRST, List.of()),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=True:AllReady"),
        arguments(
            new ReleaseOutcome.DriftLeft(FIRST, drifts()),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=True:AllReady"
                + " Drifted=True:DriftFound"),
        arguments(
            new ReleaseOutcome.Failed(FailedStep.INSTALL, "no"),
            EMPTY,
            "Initialized=True:Initialized Ready=False:InstallError"
                + " ReleaseFailed=True:InstallError Irreconcilable=True:InstallError"),
        arguments(
            new ReleaseOutcome.Failed(FailedStep.UPGRADE, "no"),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=False:UpgradeError"
                + " ReleaseFailed=True:UpgradeError Irreconcilable=True:UpgradeError"),
        arguments(
            new ReleaseOutcome.Failed(FailedStep.UNINSTALL, "no"),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful"
                + " Ready=False:UninstallError ReleaseFailed=True:UninstallError"),
        arguments(
            new ReleaseOutcome.Failed(FailedStep.RECONCILE, "no"),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful"
                + " Ready=False:ReconcileError Irreconcilable=True:ReconcileError"),
        arguments(
            new ReleaseOutcome.Failed(FailedStep.UPGRADE, "no"),
            REFUSED,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful"
                + " Ready=False:UpgradeError Irreconcilable=True:UpgradeError"
                + " ReleaseFailed=True:UpgradeError"),
        arguments(
            new ReleaseOutcome.Refused("ReleaseTaken", "no"),
            EMPTY,
            "Initialized=True:Initialized Stalled=True:ReleaseTaken"
                + " Irreconcilable=True:ReleaseTaken Ready=False:ReleaseTaken"),
        arguments(
            new ReleaseOutcome.Waiting("busy"),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful"
                + " Ready=False:OperationInProgress"),
        arguments(
            new ReleaseOutcome.Interrupted("ended"),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful"
                + " Ready=False:OperationInProgress"),
        arguments(
            new ReleaseOutcome.Unlocked(revision(2, PENDING_UPGRADE)),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=True:AllReady"),
        arguments(
            new ReleaseOutcome.Uninstalled(3),
            FAILING,
            "Initialized=True:Initialized Deployed=False:UninstallSuccessful"
                + " Ready=False:UninstallSuccessful"),
        arguments(
            new ReleaseOutcome.RolledBack(SECOND),
            FAILING,
            "Initialized=True:Initialized Deployed=True:RollbackSuccessful"
                + " Ready=False:UpgradeError ReleaseFailed=True:UpgradeError"
                + " Irreconcilable=True:UpgradeError"),
        arguments(
            new ReleaseOutcome.WentBack(SECOND),
            FAILING,
            "Initialized=True:Initialized Deployed=True:RollbackSuccessful Ready=True:AllReady"),
        arguments(
            new ReleaseOutcome.FailureRemoved(List.of(), List.of()),
            FAILING,
            "Initialized=True:Initialized Deployed=False:FailureRemoved Ready=False:UpgradeError"
                + " ReleaseFailed=True:UpgradeError Irreconcilable=True:UpgradeError"),
        arguments(
            new ReleaseOutcome.Stalled(11),
            FAILING,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful"
                + " Ready=False:RetriesExceeded ReleaseFailed=True:UpgradeError"
                + " Irreconcilable=True:UpgradeError Stalled=True:RetriesExceeded"),
        arguments(
            new ReleaseOutcome.Hindered(FailedStep.UPGRADE, "Forbidden", "no"),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=False:Forbidden"
                + " ReleaseFailed=True:Forbidden Irreconcilable=True:Forbidden"),
        arguments(
            new ReleaseOutcome.Blocked(List.of("b is not ready")),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful"
                + " Ready=False:DependencyNotReady"),
        arguments(
            new ReleaseOutcome.Lingering(List.of("Pod/a"), 1),
            HEALTHY,
            "Initialized=True:Initialized Deployed=False:Uninstalling Ready=False:Uninstalling"),
        arguments(
            new ReleaseOutcome.HooksDropped(List.of()),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=True:AllReady"),
        arguments(
            new ReleaseOutcome.Paused(),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=True:AllReady"
                + " Paused=True:PauseReconcileAnnotationTrue"),
        arguments(
            new ReleaseOutcome.Tested(FIRST),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=True:AllReady"),
        arguments(
            new ReleaseOutcome.TakenOver(FIRST),
            HEALTHY,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=True:AllReady"),
        arguments(
            new ReleaseOutcome.Progressing(FIRST, NOW),
            FAILING,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=True:AllReady"
                + " ReleaseFailed=True:UpgradeError Irreconcilable=True:UpgradeError"),
        arguments(
            new ReleaseOutcome.CurrentRepaired(FIRST, List.of()),
            FAILING,
            "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=False:UpgradeError"
                + " ReleaseFailed=True:UpgradeError Irreconcilable=True:UpgradeError"));
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void setsTheConditions(ReleaseOutcome outcome, ReleaseStatus before, String conditions) {
    assertEquals(conditions, conditions(after(ALL_READY, outcome, before)));
  }

  static Stream<Arguments> rows() {
    var soon = NOW.plusSeconds(9);
    return Stream.of(
        arguments(
            new ReleaseOutcome.Installed(FIRST),
            "SUCCESS KEEP PT0.01S [InstallSuccessful, OverrideValuesInUse] INSTALL 1"),
        arguments(
            new ReleaseOutcome.Upgraded(SECOND),
            "SUCCESS KEEP PT0.01S [UpgradeSuccessful, OverrideValuesInUse] UPGRADE 2"),
        arguments(
            new ReleaseOutcome.RolledBack(SECOND),
            "RETRY KEEP PT0.01S [RollbackSuccessful] ROLLBACK 2"),
        arguments(
            new ReleaseOutcome.WentBack(SECOND),
            "SUCCESS CLEAR PT1M [RollbackSuccessful] ROLLBACK 2"),
        arguments(new ReleaseOutcome.Completed(FIRST), "SUCCESS KEEP PT0.01S []"),
        arguments(new ReleaseOutcome.Kept(FIRST), "SUCCESS CLEAR PT1M []"),
        arguments(new ReleaseOutcome.Unaffected(FIRST), "SUCCESS KEEP PT0.01S []"),
        arguments(new ReleaseOutcome.Tested(FIRST), "SUCCESS KEEP PT0.01S [TestsSuccessful]"),
        arguments(new ReleaseOutcome.Progressing(FIRST, soon), "RETRY KEEP PT9S []"),
        arguments(
            new ReleaseOutcome.Progressing(FIRST, NOW.plusSeconds(999)), "RETRY KEEP PT1M []"),
        arguments(
            new ReleaseOutcome.DriftCorrected(FIRST, corrections()),
            "SUCCESS KEEP PT0.01S [DriftCorrected] corrected 2"),
        arguments(new ReleaseOutcome.DriftCorrected(FIRST, List.of()), "SUCCESS CLEAR PT1M []"),
        arguments(
            new ReleaseOutcome.CurrentRepaired(FIRST, corrections()),
            "RETRY KEEP PT2S [DriftCorrected] corrected 2"),
        arguments(
            new ReleaseOutcome.CurrentRepaired(FIRST, corrections().subList(1, 2)),
            "RETRY KEEP PT2S [] corrected 1"),
        arguments(
            new ReleaseOutcome.Contested(FIRST, corrections(), List.of()),
            "SUCCESS CLEAR PT1M [Drifted?Contested] corrected 2"),
        arguments(
            new ReleaseOutcome.DriftLeft(FIRST, drifts()),
            "SUCCESS CLEAR PT1M [Drifted?DriftFound]"),
        arguments(new ReleaseOutcome.TakenOver(FIRST), "RETRY KEEP PT0.01S [TakenOver]"),
        arguments(new ReleaseOutcome.Unlocked(FIRST), "RETRY KEEP PT0.01S [Unlocked]"),
        arguments(
            new ReleaseOutcome.Failed(FailedStep.INSTALL, "no"),
            "FAILURE FAILURE PT0.01S [InstallError]"),
        arguments(
            new ReleaseOutcome.Failed(FailedStep.UPGRADE, "no"),
            "FAILURE FAILURE PT0.01S [UpgradeError]"),
        arguments(
            new ReleaseOutcome.Failed(FailedStep.ROLLBACK, "no"),
            "FAILURE FAILURE PT4S [RollbackError]"),
        arguments(
            new ReleaseOutcome.Hindered(FailedStep.INSTALL, "Forbidden", "no"),
            "FAILURE HINDRANCE PT4S [Ready?Forbidden]"),
        arguments(new ReleaseOutcome.Stalled(11), "STALLED KEEP PT1M [Stalled?RetriesExceeded]"),
        arguments(
            new ReleaseOutcome.Refused("ReleaseTaken", "no"),
            "STALLED CLEAR PT1M [Stalled?ReleaseTaken]"),
        arguments(
            new ReleaseOutcome.FailureRemoved(List.of(), List.of()),
            "RETRY KEEP PT0.01S [FailureRemoved]"),
        arguments(new ReleaseOutcome.Waiting("busy"), "RETRY KEEP PT2S []"),
        arguments(new ReleaseOutcome.Interrupted("ended"), "RETRY KEEP PT0.01S []"),
        arguments(
            new ReleaseOutcome.Blocked(List.of("b")), "RETRY KEEP PT2S [Ready?DependencyNotReady]"),
        arguments(new ReleaseOutcome.Held(soon), "RETRY KEEP PT9S []"),
        arguments(
            new ReleaseOutcome.Paused(), "SUCCESS KEEP PT1M [Paused?PauseReconcileAnnotationTrue]"),
        arguments(
            new ReleaseOutcome.Lingering(List.of("Pod/a"), 1),
            "RETRY KEEP PT2S [Deployed?Uninstalling]"),
        arguments(new ReleaseOutcome.HooksDropped(List.of()), "RETRY KEEP PT0.01S [HooksDropped]"),
        arguments(
            new ReleaseOutcome.Uninstalled(3), "SUCCESS CLEAR PT0.01S [UninstallSuccessful]"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void derivesAllOtherConsequences(ReleaseOutcome outcome, String row) {
    assertEquals(row, written(ALL_READY.of(outcome, FAILING, ANNOTATIONS)));
  }

  @Test
  void writesNothingNewForAPauseThatGoesOn() {
    var paused = new ReleaseOutcome.Paused();
    var status = after(ALL_READY, paused, HEALTHY).toJson();
    var later = ReleaseStatus.read(status, NOW.plusSeconds(60), 1);

    assertEquals(status, after(ALL_READY, paused, later).toJson());
  }

  @Test
  void hasARowForEachOutcome() {
    assertEquals(
        Set.of(ReleaseOutcome.class.getPermittedSubclasses()),
        rows().map(row -> row.get()[0].getClass()).collect(Collectors.toSet()));
    assertEquals(
        Set.of(ReleaseOutcome.class.getPermittedSubclasses()),
        Stream.concat(
                outcomes().map(row -> row.get()[0].getClass()),
                // Each has a test of its own.
                Stream.of(ReleaseOutcome.Held.class, ReleaseOutcome.Contested.class))
            .collect(Collectors.toSet()));
  }

  private static String written(Consequence row) {
    var next =
        row.next()
            .delay(
                new NextPass.Situation(
                    Duration.ofMinutes(1),
                    Optional.of(new Backoff("input", 2, 0, NOW)),
                    failures -> Duration.ofSeconds(2L * failures),
                    NOW));
    var notices = row.notices().stream().map(ConsequencesTest::written).toList();
    var made =
        row.made()
            .map(m -> " %s %d".formatted(m.summary().action(), m.summary().revision()))
            .orElse("");
    var corrected = row.corrections().isEmpty() ? "" : " corrected " + row.corrections().size();
    return "%s %s %s %s%s%s".formatted(row.metric(), row.effect(), next, notices, made, corrected);
  }

  private static String written(Notice notice) {
    return switch (notice) {
      case Notice.Always(var type, var reason, var text) -> reason;
      case Notice.OnChange(var condition, var reason) -> condition + "?" + reason;
    };
  }

  private static List<Correction> corrections() {
    return List.of(
        new Correction(new ObjectKey("v1", "ConfigMap", "shop", "a"), How.PATCHED),
        new Correction(new ObjectKey("v1", "ConfigMap", "shop", "b"), How.ADOPTED));
  }

  @Test
  void reportsTheReasonOfAnUninstallOnlyForARelease() {
    var uninstalled = new ReleaseOutcome.Uninstalled(0);
    assertEquals(
        List.of(
            new Notice.Always(
                EventRecorder.Type.NORMAL,
                "UninstallSuccessful",
                "Uninstalled the release: no need")),
        ALL_READY.of(uninstalled, HEALTHY, ANNOTATIONS).notices());
    assertEquals(List.of(), ALL_READY.of(uninstalled, EMPTY, ANNOTATIONS).notices());
  }

  @Test
  void keepsTheStatusWhileAnInputIsHeldBack() {
    var after = after(ALL_READY, new ReleaseOutcome.Held(NOW), FAILING);
    assertEquals(FAILING.toJson(), after.toJson());
  }

  @Test
  void isNotReadyWhileARevisionIsOnTrial() {
    var made = after(GATED, new ReleaseOutcome.Installed(FIRST), EMPTY);
    assertEquals(Optional.of("revision 1 is still on trial"), message(made, "Ready"));
    assertEquals(Optional.of(true), made.deployed().map(ReleaseStatus.Deployed::onTrial));
    var corrected = after(GATED, new ReleaseOutcome.DriftCorrected(FIRST, List.of()), made);
    assertEquals(Optional.of(true), corrected.deployed().map(ReleaseStatus.Deployed::onTrial));
    var passed = after(GATED, new ReleaseOutcome.Kept(FIRST), corrected);
    assertEquals(Optional.of(false), passed.deployed().map(ReleaseStatus.Deployed::onTrial));
  }

  static Stream<Arguments> outcomesWithoutAJudgement() {
    return Stream.of(
        arguments(new ReleaseOutcome.DriftCorrected(SECOND, List.of())),
        arguments(new ReleaseOutcome.DriftLeft(SECOND, drifts())),
        arguments(new ReleaseOutcome.Contested(SECOND, List.of(), List.of())));
  }

  @ParameterizedTest
  @MethodSource("outcomesWithoutAJudgement")
  void endsATrialOnlyByAJudgement(ReleaseOutcome outcome) {
    var onTrial = after(GATED, new ReleaseOutcome.Upgraded(SECOND), HEALTHY);
    for (var before : List.of(EMPTY, HEALTHY, onTrial)) {
      assertEquals(Optional.of(true), isOnTrial(after(GATED, outcome, before)));
    }
    var passed = after(GATED, new ReleaseOutcome.Kept(SECOND), onTrial);
    assertEquals(Optional.of(false), isOnTrial(after(GATED, outcome, passed)));
    assertEquals(Optional.of(false), isOnTrial(after(ALL_READY, outcome, HEALTHY)));
  }

  /** The revision may still fail its trial, and the failures before it count then. */
  @ParameterizedTest
  @MethodSource("outcomesWithoutAJudgement")
  void countsFailuresOnDuringATrial(ReleaseOutcome outcome) {
    var onTrial = after(GATED, new ReleaseOutcome.Upgraded(SECOND), HEALTHY);
    assertEquals(FailureEffect.KEEP, GATED.of(outcome, onTrial, ANNOTATIONS).effect());
    var passed = after(GATED, new ReleaseOutcome.Kept(SECOND), onTrial);
    assertEquals(FailureEffect.CLEAR, GATED.of(outcome, passed, ANNOTATIONS).effect());
  }

  @Test
  void looksSoonForTheResultOfATrialAfterARepairWithoutEffect() {
    var onTrial = after(GATED, new ReleaseOutcome.Upgraded(SECOND), HEALTHY);
    var corrected = new ReleaseOutcome.DriftCorrected(SECOND, List.of());
    assertEquals("SUCCESS KEEP PT2S []", written(GATED.of(corrected, onTrial, ANNOTATIONS)));
  }

  @Test
  void looksForDriftRightAfterATrial() {
    var onTrial = after(GATED, new ReleaseOutcome.Upgraded(SECOND), HEALTHY);
    var kept = new ReleaseOutcome.Kept(SECOND);
    assertEquals("SUCCESS CLEAR PT0.01S []", written(GATED.of(kept, onTrial, ANNOTATIONS)));
    var passed = after(GATED, kept, onTrial);
    assertEquals("SUCCESS CLEAR PT1M []", written(GATED.of(kept, passed, ANNOTATIONS)));
  }

  @Test
  void continuesTheTrialOfARevisionThatNewApisDoNotAffect() {
    var onTrial = after(GATED, new ReleaseOutcome.Installed(FIRST), EMPTY);
    var unaffected = after(GATED, new ReleaseOutcome.Unaffected(FIRST), onTrial);
    assertEquals(Optional.of(true), isOnTrial(unaffected));
    assertEquals(Optional.of("revision 1 is still on trial"), message(unaffected, "Ready"));
  }

  @Test
  void putsNoRevisionOnTrialThatAnotherOperatorMade() {
    var takenOver = after(GATED, new ReleaseOutcome.TakenOver(SECOND), EMPTY);
    var corrected = after(GATED, new ReleaseOutcome.DriftCorrected(SECOND, List.of()), takenOver);
    assertEquals(Optional.of(false), isOnTrial(corrected));
    var failed = new ReleaseOutcome.TakenOver(revision(2, FAILED));
    assertEquals(Optional.empty(), isOnTrial(after(GATED, failed, EMPTY)));
  }

  @Test
  void putsARevisionOnTrialWhoseReportWasLost() {
    var completed = after(GATED, new ReleaseOutcome.Completed(SECOND), HEALTHY);
    assertEquals(Optional.of(true), isOnTrial(completed));
    assertEquals(Optional.of("revision 2 is still on trial"), message(completed, "Ready"));
    assertEquals(Optional.of(2), completed.deployed().map(ReleaseStatus.Deployed::revision));
  }

  private static Optional<Boolean> isOnTrial(ReleaseStatus status) {
    return status.deployed().map(ReleaseStatus.Deployed::onTrial);
  }

  @Test
  void namesContestedFieldsButNotTheirValues() {
    var key = new ObjectKey("v1", "ConfigMap", "shop", "a");
    var repair = new Repair(key, new TreeSet<>(List.of("/data/color")), Optional.of("rival"));
    var contested =
        new ReleaseOutcome.Contested(FIRST, List.of(), List.of(Contest.first(repair, NOW)));
    var status = after(ALL_READY, contested, HEALTHY);
    assertEquals(
        Optional.of("ConfigMap/a: /data/color changed again and again, by rival"),
        message(status, "Drifted"));
    var kept = after(ALL_READY, new ReleaseOutcome.Kept(FIRST), status);
    assertEquals(Optional.empty(), message(kept, "Drifted"));
  }

  @Test
  void namesTheObjectsThatAreNotReady() {
    var status = after(WAITING, new ReleaseOutcome.Installed(FIRST), EMPTY);
    assertEquals(
        Optional.of(
            new ConditionBuilder()
                .withType("Ready")
                .withStatus("False")
                .withReason("Progressing")
                .withMessage("Deployment/a: starting; Pod/b: pulling")
                .withLastTransitionTime(NOW.toString())
                .withObservedGeneration(1L)
                .build()),
        status.conditions().find("Ready"));
  }

  @Test
  void showsTheNotesOfTheChart() {
    var status = after(ALL_READY, new ReleaseOutcome.Installed(withNotes(1, "Enjoy.")), EMPTY);
    assertEquals(Optional.of("Enjoy."), message(status, "Deployed"));
  }

  @Test
  void namesTheRevisionOfAChartWithoutNotes() {
    assertEquals(
        Optional.of("revision 1 of release cache is deployed"), message(HEALTHY, "Deployed"));
  }

  @Test
  void namesTheObjectsWithUncorrectedDrift() {
    var status = after(ALL_READY, new ReleaseOutcome.DriftLeft(FIRST, drifts()), HEALTHY);
    assertEquals(Optional.of("left as they are: ConfigMap/cache"), message(status, "Drifted"));
  }

  @Test
  void reportsASuccessAfterACrash() {
    assertEquals(
        "Initialized=True:Initialized Deployed=True:InstallSuccessful Ready=True:AllReady",
        conditions(after(ALL_READY, new ReleaseOutcome.Kept(FIRST), EMPTY)));
    assertEquals(
        "Initialized=True:Initialized Deployed=True:UpgradeSuccessful Ready=True:AllReady",
        conditions(after(ALL_READY, new ReleaseOutcome.Kept(SECOND), EMPTY)));
  }

  @Test
  void remembersTheDeployedRevision() {
    var status = after(ALL_READY, new ReleaseOutcome.Upgraded(SECOND), FAILING);
    assertEquals(Optional.of(2), status.deployed().map(ReleaseStatus.Deployed::revision));
  }

  @Test
  void keepsTheStatusInAPassWithoutChanges() {
    var after = after(ALL_READY, new ReleaseOutcome.Kept(FIRST), HEALTHY);
    assertEquals(HEALTHY.toJson(), after.toJson());
  }

  private static ReleaseStatus after(
      Consequences consequences, ReleaseOutcome outcome, ReleaseStatus before) {
    return consequences.of(outcome, before, ANNOTATIONS).status();
  }

  private static List<Drift> drifts() {
    var object = FIRST.manifest().objects().getFirst();
    return List.of(new Drift.Changed(object, object.key().in("shop")));
  }

  private static Optional<String> message(ReleaseStatus status, String type) {
    return status.conditions().find(type).map(Condition::getMessage);
  }

  private static String conditions(ReleaseStatus status) {
    return StreamSupport.stream(status.toJson().path("conditions").spliterator(), false)
        .map(
            c ->
                "%s=%s:%s"
                    .formatted(
                        c.path("type").asText(),
                        c.path("status").asText(),
                        c.path("reason").asText()))
        .collect(Collectors.joining(" "));
  }
}
