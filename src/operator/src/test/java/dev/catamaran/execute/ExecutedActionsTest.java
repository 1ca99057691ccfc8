package dev.catamaran.execute;

import static dev.catamaran.execute.Ports.DESIRED;
import static dev.catamaran.execute.Ports.NEW;
import static dev.catamaran.execute.Ports.OLD;
import static dev.catamaran.execute.Ports.OWNERSHIP;
import static dev.catamaran.execute.Ports.REJECTED;
import static dev.catamaran.execute.Ports.UNREACHABLE;
import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.ownedBy;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.withoutOrigin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Contest;
import dev.catamaran.release.Extent;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.MemoryEngine.End;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.Trusted;
import dev.catamaran.watch.DriftPolicy;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ExecutedActionsTest {
  private static final Drift CHANGED =
      new Drift.Changed(
          revision(1, RevisionStatus.DEPLOYED).manifest().objects().getFirst(),
          new ObjectKey("v1", "ConfigMap", "shop", "cache"));
  private static final Drift UNSERVED = new Drift.Unserved(CHANGED.desired(), CHANGED.key());
  private static final Contest CONTEST =
      Contest.first(
          new Contest.Repair(CHANGED.key(), new TreeSet<>(), Optional.empty()), Instant.EPOCH);

  private static final ReleaseOutcome STALLED = new ReleaseOutcome.Stalled(3);

  private final Ports ports = new Ports();

  /**
   * One action.
   *
   * @param stored status of the revisions of earlier input
   * @param action made from the newest of them
   * @param calls the calls of Helm
   * @param outcome class of the outcome
   * @param left the revisions after it
   */
  record Row(
      List<RevisionStatus> stored,
      Function<Revision, ReleaseAction> action,
      List<String> calls,
      Class<? extends ReleaseOutcome> outcome,
      List<String> left) {

    @Override
    public String toString() {
      return action.apply(revision(1, RevisionStatus.DEPLOYED)).getClass().getSimpleName()
          + " over "
          + stored;
    }
  }

  static Stream<Row> actions() {
    var deployed = RevisionStatus.DEPLOYED;
    var failed = RevisionStatus.FAILED;
    var pending = RevisionStatus.PENDING_UPGRADE;
    return Stream.of(
        new Row(
            List.of(),
            newest -> new ReleaseAction.Install(),
            List.of("helm Install"),
            ReleaseOutcome.Installed.class,
            List.of("1 deployed")),
        new Row(
            List.of(failed),
            ReleaseAction.Reinstall::new,
            List.of("helm Install"),
            ReleaseOutcome.Installed.class,
            List.of("1 deployed")),
        new Row(
            List.of(deployed),
            ReleaseAction.Upgrade::new,
            List.of("helm Upgrade"),
            ReleaseOutcome.Upgraded.class,
            List.of("1 superseded", "2 deployed")),
        new Row(
            List.of(deployed, failed),
            ReleaseAction.Rollback::new,
            List.of("helm Rollback"),
            ReleaseOutcome.RolledBack.class,
            List.of("1 superseded", "2 failed", "3 deployed")),
        new Row(
            List.of(RevisionStatus.SUPERSEDED, deployed),
            newest -> new ReleaseAction.GoBack(1),
            List.of("helm Rollback"),
            ReleaseOutcome.WentBack.class,
            List.of("1 superseded", "2 superseded", "3 deployed")),
        new Row(
            List.of(deployed),
            ReleaseAction.Complete::new,
            List.of(),
            ReleaseOutcome.Completed.class,
            List.of("1 deployed")),
        new Row(
            List.of(failed),
            newest -> new ReleaseAction.RemoveFailed(newest, Extent.ATTEMPT),
            List.of(),
            ReleaseOutcome.FailureRemoved.class,
            List.of()),
        new Row(
            List.of(deployed),
            newest -> new ReleaseAction.MarkFailed(newest, "not ready"),
            List.of(),
            ReleaseOutcome.Failed.class,
            List.of("1 failed")),
        new Row(
            List.of(deployed),
            ReleaseAction.Test::new,
            List.of("helm Test"),
            ReleaseOutcome.Tested.class,
            List.of("1 deployed")),
        new Row(
            List.of(deployed),
            ReleaseAction.TakeOver::new,
            List.of(),
            ReleaseOutcome.TakenOver.class,
            List.of("1 deployed")),
        new Row(
            List.of(pending),
            ReleaseAction.Unlock::new,
            List.of(),
            ReleaseOutcome.Unlocked.class,
            List.of("1 failed")),
        new Row(
            List.of(deployed),
            newest -> new ReleaseAction.CorrectDrift(newest, List.of(CHANGED)),
            List.of(),
            ReleaseOutcome.DriftCorrected.class,
            List.of("1 deployed")),
        new Row(
            List.of(deployed),
            newest -> new ReleaseAction.RepairCurrent(newest, List.of(CHANGED), STALLED),
            List.of(),
            ReleaseOutcome.CurrentRepaired.class,
            List.of("1 deployed")),
        new Row(
            List.of(deployed),
            ReleaseAction.Refuse::new,
            List.of(),
            ReleaseOutcome.Refused.class,
            List.of("1 deployed")),
        new Row(
            List.of(deployed),
            ReleaseAction.Refer::new,
            List.of(),
            ReleaseOutcome.Refused.class,
            List.of("1 deployed")),
        new Row(
            List.of(deployed),
            ReleaseAction.Keep::new,
            List.of(),
            ReleaseOutcome.Kept.class,
            List.of("1 deployed")),
        new Row(
            List.of(),
            newest -> new ReleaseAction.Conclude(new ReleaseOutcome.Paused()),
            List.of(),
            ReleaseOutcome.Paused.class,
            List.of()));
  }

  @ParameterizedTest
  @MethodSource("actions")
  void makesAtMostTheOneCallOfItsAction(Row row) {
    for (var status : row.stored()) {
      ports.with(revision(ports.store.readable().size() + 1, status, PRIMARY, OLD));
    }
    ports.objects.drift(CHANGED);
    var newest =
        row.stored().isEmpty()
            ? revision(9, RevisionStatus.DEPLOYED)
            : ports.store.readable().getLast();

    var outcome = execute(row.action().apply(newest));

    assertInstanceOf(row.outcome(), outcome);
    assertEquals(row.calls(), calls());
    assertEquals(row.left(), ports.store.statuses());
  }

  @Test
  void hasARowForEachAction() {
    var rows =
        actions()
            .map(row -> row.action().apply(revision(1, RevisionStatus.DEPLOYED)).getClass())
            .collect(Collectors.toSet());

    assertEquals(
        Arrays.stream(ReleaseAction.class.getPermittedSubclasses()).collect(Collectors.toSet()),
        rows);
  }

  @Test
  void concludesWithoutAnyEffect() {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD));

    var outcome = new ReleaseOutcome.Stalled(3);

    assertEquals(outcome, execute(new ReleaseAction.Conclude(outcome)));
    assertEquals(List.of(), ports.effects.seen());
  }

  @Test
  void marksTheFirstRevisionAsAFailedInstallAndALaterOneAsAFailedUpgrade() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));

    assertEquals(
        new ReleaseOutcome.Failed(
            FailedStep.INSTALL, "revision 1 was deployed and is not ready after 5 min"),
        execute(new ReleaseAction.MarkFailed(ports.store.get(1), "not ready after 5 min")));
    assertTrue(ports.store.get(1).isMarkedFailed());

    ports.with(revision(2, RevisionStatus.DEPLOYED));
    var second = execute(new ReleaseAction.MarkFailed(ports.store.get(2), "not ready after 5 min"));
    assertEquals(FailedStep.UPGRADE, assertInstanceOf(ReleaseOutcome.Failed.class, second).step());
  }

  @Test
  void doesNotMarkARevisionThatAnotherClientHasChanged() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    var seen = ports.store.get(1);
    ports.store.mark(1, RevisionStatus.SUPERSEDED, "Rollback");

    var outcome = execute(new ReleaseAction.MarkFailed(seen, "not ready"));

    assertInstanceOf(ReleaseOutcome.Waiting.class, outcome);
    assertEquals(List.of("1 superseded"), ports.store.statuses());
  }

  @Test
  void marksARevisionAsFailedAfterItsTestsFailed() {
    ports.with(revision(2, RevisionStatus.DEPLOYED));
    ports.engine.next(new End.Midway(REJECTED));

    var outcome = execute(new ReleaseAction.Test(ports.store.get(2)));

    assertEquals(
        new ReleaseOutcome.Failed(
            FailedStep.UPGRADE,
            "revision 2 was deployed and is refused by its tests: port 99999 is invalid"),
        outcome);
    assertEquals(List.of("2 failed"), ports.store.statuses());
    assertTrue(ports.store.get(2).isMarkedFailed());
  }

  @Test
  void doesNotBlameARevisionForTestsThatCouldNotRun() {
    ports.with(revision(2, RevisionStatus.DEPLOYED));
    ports.engine.next(new End.Midway(UNREACHABLE));

    var outcome = execute(new ReleaseAction.Test(ports.store.get(2)));

    assertInstanceOf(ReleaseOutcome.Hindered.class, outcome);
    assertEquals(List.of("2 deployed"), ports.store.statuses());
  }

  @Test
  void knowsTheResultThatTestsStored() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));

    execute(new ReleaseAction.Test(ports.store.get(1)));

    assertEquals(
        ports.store.readable(), ports.store.known(ports.store.get(1).release()).revisions());
  }

  @Test
  void limitsTheTimeOfTests() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));

    execute(new ReleaseAction.Test(ports.store.get(1)));

    assertEquals(
        List.of(new HelmCall.Test(ports.store.get(1).release(), Ports.TIMEOUT)),
        ports.engine.calls());
  }

  @Test
  void runsNoTestsOfARevisionThatAnotherClientStored() {
    ports.with(revision(1, RevisionStatus.DEPLOYED), revision(2, RevisionStatus.DEPLOYED));
    var trusted = ports.store.get(2);
    ports.forged(revision(3, RevisionStatus.DEPLOYED, PRIMARY, "forged"));

    execute(new ReleaseAction.Test(trusted));
    assertEquals(List.of("1 superseded", "2 deployed"), ports.store.statuses(), "the forged one");

    ports.with(revision(3, RevisionStatus.DEPLOYED));
    assertInstanceOf(
        ReleaseOutcome.Waiting.class, execute(new ReleaseAction.Test(trusted)), "a newer one");
    assertEquals(List.of("helm Test"), calls(), "for the first question only");
  }

  @Test
  void correctsDriftByThePolicy() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.objects.drift(CHANGED);
    var current = ports.store.get(1);
    var action = new ReleaseAction.CorrectDrift(current, List.of(CHANGED));

    assertEquals(
        new ReleaseOutcome.DriftLeft(current, List.of(CHANGED)), execute(DriftPolicy.WARN, action));
    assertEquals(new ReleaseOutcome.Kept(current), execute(DriftPolicy.IGNORE, action));
    assertEquals(
        new ReleaseOutcome.DriftCorrected(
            current, List.of(new Correction(CHANGED.key(), Correction.How.PATCHED))),
        execute(DriftPolicy.CORRECT, action));
    assertEquals(
        List.of(
            "confirm drift [ConfigMap/cache]",
            "adopt [ConfigMap/cache]",
            "remove strays of 1",
            "repair [ConfigMap/cache] as in 1"),
        ports.effects.seen());
  }

  @Test
  void warnsOfNoDriftThatHasGone() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    var current = ports.store.get(1);

    assertEquals(
        new ReleaseOutcome.Kept(current),
        execute(DriftPolicy.WARN, new ReleaseAction.CorrectDrift(current, List.of(CHANGED))));
  }

  @Test
  void reportsAnObjectThatNoRepairCanCreate() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.objects.drift(UNSERVED);
    var current = ports.store.get(1);

    assertEquals(
        new ReleaseOutcome.DriftLeft(current, List.of(UNSERVED)),
        execute(new ReleaseAction.CorrectDrift(current, List.of(UNSERVED))));
    ports.objects.drift(CHANGED);
    assertInstanceOf(
        ReleaseOutcome.DriftCorrected.class,
        execute(new ReleaseAction.CorrectDrift(current, List.of(UNSERVED, CHANGED))),
        "beside a repair");
  }

  @Test
  void reportsAContestWithItsLastRepairs() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.objects.drift(CHANGED);
    ports.objects.contest(CONTEST);
    var current = ports.store.get(1);

    assertEquals(
        new ReleaseOutcome.Contested(
            current,
            List.of(new Correction(CHANGED.key(), Correction.How.PATCHED)),
            List.of(CONTEST)),
        execute(new ReleaseAction.CorrectDrift(current, List.of(CHANGED))));
  }

  @Test
  void completesWhatFollowsHelmsCall() {
    ports.with(
        revision(1, RevisionStatus.DEPLOYED),
        revision(2, RevisionStatus.FAILED),
        revision(3, RevisionStatus.DEPLOYED));
    var current = ports.store.get(3);

    assertEquals(
        new ReleaseOutcome.Completed(current), execute(new ReleaseAction.Complete(current)));
    assertEquals(
        List.of("supersede 1", "adopt objects of 3", "remove what [1, 2] made and 3 has not"),
        ports.effects.seen());
  }

  @Test
  void completesNoRevisionThatAnotherClientHasChanged() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    var current = ports.store.get(1);
    ports.store.put(revision(2, RevisionStatus.DEPLOYED, PRIMARY, "by hand"));

    assertEquals(
        ReleaseOutcome.Waiting.changed(current), execute(new ReleaseAction.Complete(current)));
    assertEquals(List.of(), ports.effects.seen());
  }

  @Test
  void reportsWhyAnUpgradeWaitsIfTheCurrentRevisionNeedsNoRepair() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.objects.drift(CHANGED);
    var current = ports.store.get(1);
    var action = new ReleaseAction.RepairCurrent(current, List.of(CHANGED), STALLED);

    assertEquals(
        new ReleaseOutcome.CurrentRepaired(
            current, List.of(new Correction(CHANGED.key(), Correction.How.PATCHED))),
        execute(action));
    assertEquals(STALLED, execute(action), "after the repair");
  }

  @Test
  void adoptsObjectsBeforeItTakesARevisionOver() {
    var inherited = ports.forged(ownedBy(PRIMARY.uid(), 4, RevisionStatus.DEPLOYED));

    assertEquals(
        new ReleaseOutcome.TakenOver(inherited), execute(new ReleaseAction.TakeOver(inherited)));
    assertEquals(
        List.of(
            "adopt objects of 4", "announce " + Trusted.editOf(ports.store.get(4)), "take over 4"),
        ports.effects.seen());
    assertEquals("", ports.trust.of(PRIMARY).attempt());
    assertEquals(List.of(4), ports.trusted(), "as it is stored now");
  }

  @Test
  void leavesAnInheritedRevisionToTheClientThatChangesIt() {
    var inherited = ports.forged(ownedBy(PRIMARY.uid(), 4, RevisionStatus.DEPLOYED));
    ports.store.put(inherited);

    assertEquals(
        new ReleaseOutcome.Waiting("another client changed revision 4 of release shop/cache"),
        execute(new ReleaseAction.TakeOver(inherited)));
    assertEquals(List.of(), ports.trusted());
  }

  @Test
  void unlocksWithADescriptionThatBlamesNoInput() {
    ports.with(revision(2, RevisionStatus.PENDING_UPGRADE));
    var pending = ports.store.get(2);

    assertEquals(new ReleaseOutcome.Unlocked(pending), execute(new ReleaseAction.Unlock(pending)));
    assertEquals(List.of("fail 2: Abandoned while pending-upgrade"), ports.effects.seen());
  }

  @Test
  void unlocksNothingThatHasFinishedMeanwhile() {
    ports.with(revision(2, RevisionStatus.PENDING_UPGRADE));
    var pending = ports.store.get(2);
    ports.store.mark(2, RevisionStatus.DEPLOYED, "Upgrade complete");

    assertInstanceOf(ReleaseOutcome.Waiting.class, execute(new ReleaseAction.Unlock(pending)));
    assertEquals(List.of("2 deployed"), ports.store.statuses());
  }

  @Test
  void namesTheOwnerOfAForeignRelease() {
    var owned = execute(new ReleaseAction.Refuse(revision(1, RevisionStatus.DEPLOYED)));
    var unowned = execute(new ReleaseAction.Refuse(withoutOrigin(1, RevisionStatus.DEPLOYED)));

    assertEquals(
        "release shop/cache belongs to %s; give this primary another name, or remove that release"
            .formatted(PRIMARY),
        assertInstanceOf(ReleaseOutcome.Refused.class, owned).message());
    assertTrue(
        assertInstanceOf(ReleaseOutcome.Refused.class, unowned)
            .message()
            .contains("annotate this primary with catamaran.dev/adopt-release"));
  }

  @Test
  void completesOnKeepWhatAnEarlierPassLeftUndone() {
    ports.with(revision(1, RevisionStatus.DEPLOYED), revision(2, RevisionStatus.DEPLOYED));

    execute(new ReleaseAction.Keep(ports.store.get(2)));

    assertEquals(List.of("supersede 1", "remove strays of 2"), ports.effects.seen());
    assertEquals(List.of("1 superseded", "2 deployed"), ports.store.statuses());
  }

  /** Without a watch of some object, the release never needs a mere keep. */
  @ParameterizedTest
  @EnumSource(DriftPolicy.class)
  void completesThatAlsoWhereNoObjectNeedsARepair(DriftPolicy policy) {
    ports.with(revision(1, RevisionStatus.DEPLOYED), revision(2, RevisionStatus.DEPLOYED));
    var current = ports.store.get(2);

    execute(policy, new ReleaseAction.CorrectDrift(current, List.of(CHANGED)));

    assertTrue(
        ports.effects.seen().containsAll(List.of("supersede 1", "remove strays of 2")),
        ports.effects.seen()::toString);
  }

  @Test
  void upgradesToTheWantedInput() {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD));

    execute(new ReleaseAction.Upgrade(ports.store.get(1)));

    assertTrue(ports.store.get(2).madeFrom(NEW));
  }

  private List<String> calls() {
    return ports.effects.seen().stream().filter(effect -> effect.startsWith("helm")).toList();
  }

  private ReleaseOutcome execute(ReleaseAction action) {
    return execute(DriftPolicy.CORRECT, action);
  }

  private ReleaseOutcome execute(DriftPolicy policy, ReleaseAction action) {
    return ports.writer(policy).execute(action, DESIRED, OWNERSHIP);
  }
}
