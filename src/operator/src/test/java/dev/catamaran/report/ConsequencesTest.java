package dev.catamaran.report;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.RevisionStatus.PENDING_UPGRADE;
import static dev.catamaran.release.Revisions.literal;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.withNotes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.cluster.ReleaseObjects.Unready;
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
import dev.catamaran.report.Consequence.FailureEffect;
import dev.catamaran.report.Consequence.Notice;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.watch.Watch.Gate;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Conditions have the form {@code Type:Reason}, with an exclamation mark if they are false. The
 * other consequences have the form metric, effect, next look, notices, new revision, corrections.
 */
class ConsequencesTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant SOON = NOW.plusSeconds(9);
  private static final Revision FIRST = revision(1, DEPLOYED);
  private static final Revision SECOND = revision(2, DEPLOYED);
  private static final PrimaryAnnotations ANNOTATIONS =
      new PrimaryAnnotations(
          Map.of("helm.sdk.operatorframework.io/uninstall-description", "no need"));

  private static final Consequences ALL_READY = consequences(false, List.of());
  private static final Consequences GATED = consequences(true, List.of());

  private static final ReleaseStatus EMPTY = ReleaseStatus.read(MissingNode.getInstance(), NOW, 1);
  private static final ReleaseStatus HEALTHY = after(new ReleaseOutcome.Installed(FIRST), EMPTY);
  private static final ReleaseStatus FAILING =
      after(new ReleaseOutcome.Failed(FailedStep.UPGRADE, "no"), HEALTHY)
          .failing(Optional.of(new Backoff("input-2", 1, 0, NOW)));
  private static final ReleaseStatus REFUSED =
      after(new ReleaseOutcome.Refused("InvalidSpec", "no"), HEALTHY);

  private static Consequences consequences(boolean waits, List<String> notReady) {
    var gate = new Gate(waits, false, Duration.ofMinutes(5));
    return new Consequences(
        new ReadinessGate(
            gate, revision -> notReady.stream().map(text -> new Unready(text, false)).toList()),
        List.of("image.tag"));
  }

  private static final Map<String, ReleaseOutcome> OUTCOMES =
      Map.ofEntries(
          Map.entry("Installed", new ReleaseOutcome.Installed(FIRST)),
          Map.entry("Upgraded", new ReleaseOutcome.Upgraded(SECOND)),
          Map.entry("RolledBack", new ReleaseOutcome.RolledBack(SECOND)),
          Map.entry("WentBack", new ReleaseOutcome.WentBack(SECOND)),
          Map.entry("Completed the first", new ReleaseOutcome.Completed(FIRST)),
          Map.entry("Completed the second", new ReleaseOutcome.Completed(SECOND)),
          Map.entry(
              "Completed a rollback", new ReleaseOutcome.Completed(literal(2, DEPLOYED, 1, ""))),
          Map.entry("Kept the first", new ReleaseOutcome.Kept(FIRST)),
          Map.entry("Kept the second", new ReleaseOutcome.Kept(SECOND)),
          Map.entry("Unaffected", new ReleaseOutcome.Unaffected(FIRST)),
          Map.entry("Tested", new ReleaseOutcome.Tested(FIRST)),
          Map.entry("Progressing for 9 s", new ReleaseOutcome.Progressing(FIRST, SOON)),
          Map.entry(
              "Progressing for long", new ReleaseOutcome.Progressing(FIRST, NOW.plusSeconds(999))),
          Map.entry("DriftCorrected", new ReleaseOutcome.DriftCorrected(FIRST, corrections())),
          Map.entry("DriftCorrected nothing", new ReleaseOutcome.DriftCorrected(FIRST, List.of())),
          Map.entry("CurrentRepaired", new ReleaseOutcome.CurrentRepaired(FIRST, corrections())),
          Map.entry(
              "CurrentRepaired by adoption",
              new ReleaseOutcome.CurrentRepaired(FIRST, corrections().subList(1, 2))),
          Map.entry("Contested", new ReleaseOutcome.Contested(FIRST, corrections(), List.of())),
          Map.entry("DriftLeft", new ReleaseOutcome.DriftLeft(FIRST, drifts())),
          Map.entry("TakenOver", new ReleaseOutcome.TakenOver(FIRST)),
          Map.entry("Unlocked", new ReleaseOutcome.Unlocked(revision(2, PENDING_UPGRADE))),
          Map.entry("Failed to install", new ReleaseOutcome.Failed(FailedStep.INSTALL, "no")),
          Map.entry("Failed to upgrade", new ReleaseOutcome.Failed(FailedStep.UPGRADE, "no")),
          Map.entry("Failed to roll back", new ReleaseOutcome.Failed(FailedStep.ROLLBACK, "no")),
          Map.entry("Failed to uninstall", new ReleaseOutcome.Failed(FailedStep.UNINSTALL, "no")),
          Map.entry("Failed to reconcile", new ReleaseOutcome.Failed(FailedStep.RECONCILE, "no")),
          Map.entry("Hindered", new ReleaseOutcome.Hindered(FailedStep.UPGRADE, "Forbidden", "no")),
          Map.entry("Stalled", new ReleaseOutcome.Stalled(11, "")),
          Map.entry("Refused", new ReleaseOutcome.Refused("ReleaseTaken", "no")),
          Map.entry("Invalid", new ReleaseOutcome.Refused("InvalidObject", "no")),
          Map.entry("FailureRemoved", new ReleaseOutcome.FailureRemoved(List.of(), List.of())),
          Map.entry("Waiting", new ReleaseOutcome.Waiting("busy")),
          Map.entry("Interrupted", new ReleaseOutcome.Interrupted("ended")),
          Map.entry("Blocked", new ReleaseOutcome.Blocked(List.of("b is not ready"))),
          Map.entry("Held", new ReleaseOutcome.Held(SOON)),
          Map.entry("Paused", new ReleaseOutcome.Paused()),
          Map.entry("Lingering", new ReleaseOutcome.Lingering(List.of("Pod/a"), 1)),
          Map.entry("HooksDropped", new ReleaseOutcome.HooksDropped("job a failed")),
          Map.entry("Uninstalled", new ReleaseOutcome.Uninstalled()),
          Map.entry("Uninstalled nothing", new ReleaseOutcome.Uninstalled()));

  /** Outcome, status before it, other consequences and conditions. */
  private static final String TABLE =
      """
      Installed                   | EMPTY   | SUCCESS KEEP PT0.01S [InstallSuccessful, OverrideValuesInUse] INSTALL 1 | Deployed:InstallSuccessful Ready:AllReady
      Upgraded                    | FAILING | SUCCESS KEEP PT0.01S [UpgradeSuccessful, OverrideValuesInUse] UPGRADE 2 | Deployed:UpgradeSuccessful Ready:AllReady
      RolledBack                  | FAILING | RETRY KEEP PT0.01S [RollbackSuccessful] ROLLBACK 2                      | Deployed:RollbackSuccessful !Ready:UpgradeError ReleaseFailed:UpgradeError Irreconcilable:UpgradeError
      WentBack                    | FAILING | SUCCESS CLEAR PT1M [RollbackSuccessful] ROLLBACK 2                      | Deployed:RollbackSuccessful Ready:AllReady
      Completed the first         | EMPTY   | SUCCESS KEEP PT0.01S []                                                 | Deployed:InstallSuccessful Ready:AllReady
      Completed the second        | FAILING | SUCCESS KEEP PT0.01S []                                                 | Deployed:UpgradeSuccessful Ready:AllReady
      Completed a rollback        | HEALTHY | SUCCESS KEEP PT0.01S []                                                 | Deployed:RollbackSuccessful Ready:AllReady
      Kept the first              | REFUSED | SUCCESS CLEAR PT1M []                                                   | Deployed:InstallSuccessful Ready:AllReady
      Kept the second             | EMPTY   | SUCCESS CLEAR PT1M []                                                   | Deployed:UpgradeSuccessful Ready:AllReady
      Unaffected                  | HEALTHY | SUCCESS KEEP PT0.01S []                                                 | Deployed:InstallSuccessful Ready:AllReady
      Tested                      | HEALTHY | SUCCESS KEEP PT0.01S [TestsSuccessful]                                  | Deployed:InstallSuccessful Ready:AllReady
      Progressing for 9 s         | FAILING | RETRY KEEP PT1.999S []                                                  | Deployed:InstallSuccessful !Ready:Progressing ReleaseFailed:UpgradeError Irreconcilable:UpgradeError
      Progressing for long        | HEALTHY | RETRY KEEP PT1.999S []                                                  | Deployed:InstallSuccessful !Ready:Progressing
      DriftCorrected              | HEALTHY | SUCCESS KEEP PT0.01S [DriftCorrected] corrected 2                       | Deployed:InstallSuccessful Ready:AllReady
      DriftCorrected nothing      | HEALTHY | SUCCESS CLEAR PT1M []                                                   | Deployed:InstallSuccessful Ready:AllReady
      CurrentRepaired             | FAILING | RETRY KEEP PT2S [DriftCorrected] corrected 2                            | Deployed:InstallSuccessful !Ready:UpgradeError ReleaseFailed:UpgradeError Irreconcilable:UpgradeError
      CurrentRepaired by adoption | HEALTHY | RETRY KEEP PT2S [] corrected 1                                          | Deployed:InstallSuccessful Ready:AllReady
      Contested                   | HEALTHY | SUCCESS CLEAR PT1M [Drifted?Contested] corrected 2                      | Deployed:InstallSuccessful Ready:AllReady Drifted:Contested
      DriftLeft                   | HEALTHY | SUCCESS CLEAR PT1M [Drifted?DriftFound]                                 | Deployed:InstallSuccessful Ready:AllReady Drifted:DriftFound
      TakenOver                   | HEALTHY | RETRY KEEP PT0.01S [TakenOver]                                          | Deployed:InstallSuccessful Ready:AllReady
      Unlocked                    | HEALTHY | RETRY KEEP PT0.01S [Unlocked]                                           | Deployed:InstallSuccessful Ready:AllReady
      Failed to install           | EMPTY   | FAILURE FAILURE PT0.01S [InstallError]                                  | !Ready:InstallError ReleaseFailed:InstallError Irreconcilable:InstallError
      Failed to upgrade           | REFUSED | FAILURE FAILURE PT0.01S [UpgradeError]                                  | Deployed:InstallSuccessful !Ready:UpgradeError Irreconcilable:UpgradeError ReleaseFailed:UpgradeError
      Failed to roll back         | HEALTHY | FAILURE FAILURE PT4S [RollbackError]                                    | Deployed:InstallSuccessful !Ready:RollbackError ReleaseFailed:RollbackError Irreconcilable:RollbackError
      Failed to uninstall         | HEALTHY | FAILURE FAILURE PT4S [UninstallError]                                   | Deployed:InstallSuccessful !Ready:UninstallError ReleaseFailed:UninstallError
      Failed to reconcile         | HEALTHY | FAILURE FAILURE PT4S [ReconcileError]                                   | Deployed:InstallSuccessful !Ready:ReconcileError Irreconcilable:ReconcileError
      Hindered                    | HEALTHY | FAILURE HINDRANCE PT4S [Ready?Forbidden]                                | Deployed:InstallSuccessful !Ready:Forbidden ReleaseFailed:Forbidden Irreconcilable:Forbidden
      Stalled                     | FAILING | STALLED KEEP PT1M [Stalled?RetriesExceeded]                             | Deployed:InstallSuccessful !Ready:RetriesExceeded ReleaseFailed:UpgradeError Irreconcilable:UpgradeError Stalled:RetriesExceeded
      Refused                     | EMPTY   | STALLED CLEAR PT1M [Stalled?ReleaseTaken]                               | Stalled:ReleaseTaken Irreconcilable:ReleaseTaken !Ready:ReleaseTaken
      Invalid                     | HEALTHY | STALLED FAILURE PT4S [Stalled?InvalidObject]                            | Deployed:InstallSuccessful !Ready:InvalidObject ReleaseFailed:InvalidObject Stalled:InvalidObject Irreconcilable:InvalidObject
      FailureRemoved              | FAILING | RETRY KEEP PT0.01S [FailureRemoved]                                     | !Deployed:FailureRemoved !Ready:UpgradeError ReleaseFailed:UpgradeError Irreconcilable:UpgradeError
      Waiting                     | HEALTHY | RETRY KEEP PT2S []                                                      | Deployed:InstallSuccessful !Ready:OperationInProgress
      Interrupted                 | HEALTHY | RETRY KEEP PT0.01S []                                                   | Deployed:InstallSuccessful !Ready:OperationInProgress
      Blocked                     | FAILING | RETRY KEEP PT2S [Ready?DependencyNotReady]                              | Deployed:InstallSuccessful !Ready:DependencyNotReady
      Held                        | FAILING | RETRY KEEP PT9S []                                                      | Deployed:InstallSuccessful !Ready:UpgradeError ReleaseFailed:UpgradeError Irreconcilable:UpgradeError
      Paused                      | FAILING | SUCCESS KEEP PT1M [Paused?PauseReconcileAnnotationTrue]                 | Deployed:InstallSuccessful !Ready:Held Paused:PauseReconcileAnnotationTrue
      Lingering                   | HEALTHY | RETRY KEEP PT2S [Deployed?Uninstalling]                                 | !Deployed:Uninstalling !Ready:Uninstalling
      HooksDropped                | HEALTHY | RETRY KEEP PT0.01S [HooksDropped]                                       | Deployed:InstallSuccessful Ready:AllReady
      Uninstalled                 | FAILING | SUCCESS CLEAR PT0.01S [UninstallSuccessful]                             | !Deployed:UninstallSuccessful !Ready:UninstallSuccessful
      Uninstalled nothing         | EMPTY   | SUCCESS CLEAR PT0.01S []                                                | !Deployed:UninstallSuccessful !Ready:UninstallSuccessful
      """;

  static Stream<Arguments> outcomes() {
    return TABLE.lines().map(line -> arguments((Object[]) line.split(" *[|] ")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("outcomes")
  void hasTheConsequencesOfItsRow(String outcome, String status, String others, String conditions) {
    var before = Map.of("EMPTY", EMPTY, "HEALTHY", HEALTHY, "FAILING", FAILING, "REFUSED", REFUSED);
    var given = Objects.requireNonNull(before.get(status));
    var failing = given.failing(given.failures().or(FAILING::failures));
    var consequence =
        ALL_READY.of(Objects.requireNonNull(OUTCOMES.get(outcome)), failing, ANNOTATIONS);

    assertEquals("Initialized:Initialized " + conditions, conditions(consequence.status()));
    assertEquals(others, written(consequence));
  }

  @Test
  void hasARowForEachOutcome() {
    assertEquals(
        Set.of(ReleaseOutcome.class.getPermittedSubclasses()),
        OUTCOMES.values().stream().map(Object::getClass).collect(Collectors.toSet()));
    assertEquals(
        OUTCOMES.keySet(), outcomes().map(row -> row.get()[0]).collect(Collectors.toSet()));
  }

  /** Nothing new is written in a pass that changes nothing. */
  @Test
  void keepsTheStatusWhereNothingChanges() {
    assertEquals(FAILING.toJson(), after(new ReleaseOutcome.Held(NOW), FAILING).toJson());
    assertEquals(HEALTHY.toJson(), after(new ReleaseOutcome.Kept(FIRST), HEALTHY).toJson());
    var paused = after(new ReleaseOutcome.Paused(), HEALTHY).toJson();
    var later = ReleaseStatus.read(paused, NOW.plusSeconds(60), 1);
    assertEquals(paused, after(new ReleaseOutcome.Paused(), later).toJson());
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
  void tellsWhatHappened() {
    assertEquals(
        List.of("Uninstalled the release: no need"),
        ALL_READY.of(new ReleaseOutcome.Uninstalled(), HEALTHY, ANNOTATIONS).notices().stream()
            .map(notice -> ((Notice.Always) notice).text())
            .toList());
    var noted = after(new ReleaseOutcome.Installed(withNotes(1, "Enjoy.")), EMPTY);
    assertEquals("revision 1 of release cache is deployed", message(noted, "Deployed"));
    var drifted = after(new ReleaseOutcome.DriftLeft(FIRST, drifts()), HEALTHY);
    assertEquals("left as they are: ConfigMap/cache", message(drifted, "Drifted"));
    var waiting =
        consequences(false, List.of("Deployment/a: starting", "Pod/b: pulling"))
            .of(new ReleaseOutcome.Installed(FIRST), EMPTY, ANNOTATIONS)
            .status();
    assertEquals("Deployment/a: starting; Pod/b: pulling", message(waiting, "Ready"));
    assertTrue(conditions(waiting).endsWith("!Ready:Progressing"));
  }

  @Test
  void namesContestedFieldsButNotTheirValues() {
    var key = new ObjectKey("v1", "ConfigMap", "shop", "a");
    var repair = new Repair(key, new TreeSet<>(List.of("/data/color")), Optional.of("rival"));
    var contested =
        new ReleaseOutcome.Contested(FIRST, List.of(), List.of(Contest.first(repair, NOW)));
    var status = after(contested, HEALTHY);

    assertEquals(
        "ConfigMap/a: /data/color changed again and again, by rival", message(status, "Drifted"));
    assertEquals("", message(after(new ReleaseOutcome.Kept(FIRST), status), "Drifted"));
  }

  /** What puts a revision on trial, from which status. */
  static Stream<Arguments> trials() {
    var onTrial = afterTrial(new ReleaseOutcome.Upgraded(SECOND), HEALTHY);
    var takenOver = afterTrial(new ReleaseOutcome.TakenOver(SECOND), EMPTY);
    return Stream.of(
        arguments(new ReleaseOutcome.Installed(SECOND), EMPTY, true),
        arguments(new ReleaseOutcome.Completed(SECOND), HEALTHY, true),
        arguments(new ReleaseOutcome.Unaffected(SECOND), onTrial, true),
        arguments(new ReleaseOutcome.Kept(SECOND), onTrial, false),
        arguments(new ReleaseOutcome.TakenOver(SECOND), EMPTY, false),
        arguments(new ReleaseOutcome.DriftCorrected(SECOND, List.of()), takenOver, false));
  }

  @ParameterizedTest
  @MethodSource("trials")
  void putsARevisionOnTrialUntilAJudgement(
      ReleaseOutcome outcome, ReleaseStatus before, boolean isOnTrial) {
    var after = afterTrial(outcome, before);
    assertEquals(Optional.of(isOnTrial), isOnTrial(after));
    if (isOnTrial) {
      assertEquals("revision 2 is still on trial", message(after, "Ready"));
    }
  }

  /** The revision may still fail its trial, and the failures before it count then. */
  @Test
  void endsATrialAndItsFailuresOnlyByAJudgement() {
    var onTrial = afterTrial(new ReleaseOutcome.Upgraded(SECOND), HEALTHY);
    var passed = afterTrial(new ReleaseOutcome.Kept(SECOND), onTrial);
    for (var outcome :
        List.of(
            new ReleaseOutcome.DriftCorrected(SECOND, List.of()),
            new ReleaseOutcome.DriftLeft(SECOND, drifts()),
            new ReleaseOutcome.Contested(SECOND, List.of(), List.of()))) {
      for (var before : List.of(EMPTY, HEALTHY, onTrial)) {
        var tried = afterTrial(outcome, before);
        assertEquals(Optional.of(true), isOnTrial(tried));
        assertEquals("revision 2 is still on trial", message(tried, "Ready"));
      }
      assertEquals(FailureEffect.KEEP, GATED.of(outcome, onTrial, ANNOTATIONS).effect());
      assertEquals(Optional.of(false), isOnTrial(afterTrial(outcome, passed)));
      assertEquals(FailureEffect.CLEAR, GATED.of(outcome, passed, ANNOTATIONS).effect());
    }
  }

  @Test
  void looksSoonForTheResultOfATrialAndForDriftRightAfterIt() {
    var onTrial = afterTrial(new ReleaseOutcome.Upgraded(SECOND), HEALTHY);
    var corrected = new ReleaseOutcome.DriftCorrected(SECOND, List.of());
    assertEquals("SUCCESS KEEP PT2S []", written(GATED.of(corrected, onTrial, ANNOTATIONS)));
    var kept = new ReleaseOutcome.Kept(SECOND);
    assertEquals("SUCCESS CLEAR PT0.01S []", written(GATED.of(kept, onTrial, ANNOTATIONS)));
  }

  private static Optional<Boolean> isOnTrial(ReleaseStatus status) {
    return status.deployed().map(ReleaseStatus.Deployed::onTrial);
  }

  private static ReleaseStatus after(ReleaseOutcome outcome, ReleaseStatus before) {
    return ALL_READY.of(outcome, before, ANNOTATIONS).status();
  }

  private static ReleaseStatus afterTrial(ReleaseOutcome outcome, ReleaseStatus before) {
    return GATED.of(outcome, before, ANNOTATIONS).status();
  }

  private static List<Drift> drifts() {
    var object = FIRST.manifest().objects().getFirst();
    return List.of(new Drift.Changed(object, object.key().in("shop")));
  }

  private static String message(ReleaseStatus status, String type) {
    return status.conditions().find(type).map(Condition::getMessage).orElse("");
  }

  private static String conditions(ReleaseStatus status) {
    return status.conditions().list().stream()
        .map(
            each ->
                (each.getStatus().equals("True") ? "" : "!")
                    + each.getType()
                    + ":"
                    + each.getReason())
        .collect(Collectors.joining(" "));
  }
}
