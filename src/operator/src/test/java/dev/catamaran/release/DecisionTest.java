package dev.catamaran.release;

import static dev.catamaran.release.Revisions.failed;
import static dev.catamaran.release.Revisions.marked;
import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Budget.HeldUntil;
import dev.catamaran.release.Budget.Left;
import dev.catamaran.release.Budget.Spent;
import dev.catamaran.release.Budget.Untouched;
import dev.catamaran.release.EngineFailure.Kind;
import dev.catamaran.release.RemediationPolicy.InstallRemedy;
import dev.catamaran.release.RemediationPolicy.UpgradeRemedy;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the whole state machine. Each state is tested with retries left, held and spent. It is also
 * tested with a requested new revision, with a requested old revision, paused and deleted.
 */
class DecisionTest {
  private static final Instant LATER = Instant.parse("2026-03-01T12:05:00Z");
  private static final Decision DECISION = new Decision(RemediationPolicy.DEFAULT);
  private static final Budget SPENT = new Spent(11, Optional.empty());
  private static final Revision CURRENT = revision(3, RevisionStatus.DEPLOYED);
  private static final Revision FAILED = revision(3, RevisionStatus.FAILED);
  private static final Revision PENDING = revision(3, RevisionStatus.PENDING_UPGRADE);
  private static final ObjectKey KEY = CURRENT.manifest().objects().getFirst().key();
  private static final List<Drift> DRIFTS =
      List.of(new Drift.Missing(CURRENT.manifest().objects().getFirst(), KEY.in("shop")));

  private static final ReleaseAction INSTALL = new ReleaseAction.Install();
  private static final ReleaseAction UPGRADE = new ReleaseAction.Upgrade(CURRENT);
  private static final ReleaseAction UPGRADE_FAILED = new ReleaseAction.Upgrade(FAILED);
  private static final ReleaseAction REINSTALL = new ReleaseAction.Reinstall(FAILED);
  private static final ReleaseAction ROLLBACK = new ReleaseAction.Rollback(FAILED, 1);
  private static final ReleaseAction GO_BACK = new ReleaseAction.GoBack(2);
  private static final ReleaseAction REMOVE =
      new ReleaseAction.RemoveFailed(FAILED, Extent.RELEASE);
  private static final ReleaseAction REMOVE_MADE =
      new ReleaseAction.RemoveFailed(FAILED, Extent.ATTEMPT);
  private static final ReleaseAction CORRECT = new ReleaseAction.CorrectDrift(CURRENT, DRIFTS);
  private static final ReleaseAction COMPLETE = new ReleaseAction.Complete(CURRENT);
  private static final ReleaseAction REFUSE = new ReleaseAction.Refuse(CURRENT);
  private static final ReleaseAction REFER = new ReleaseAction.Refer(CURRENT);
  private static final ReleaseAction TAKE_OVER = new ReleaseAction.TakeOver(CURRENT);
  private static final ReleaseAction AWAIT = conclude(ReleaseOutcome.Waiting.forOther(PENDING));
  private static final ReleaseAction UNLOCK = new ReleaseAction.Unlock(PENDING);
  private static final ReleaseAction MARK_FAILED = new ReleaseAction.MarkFailed(CURRENT, "why");
  private static final ReleaseAction PROGRESSING =
      conclude(new ReleaseOutcome.Progressing(CURRENT, LATER));
  private static final ReleaseAction TEST = new ReleaseAction.Test(CURRENT);
  private static final List<Contest> CONTESTS =
      List.of(Contest.first(new Contest.Repair(KEY, new TreeSet<>(), Optional.empty()), LATER));
  private static final ReleaseAction CONTESTED =
      conclude(new ReleaseOutcome.Contested(CURRENT, List.of(), CONTESTS));
  private static final ReleaseAction KEEP = new ReleaseAction.Keep(CURRENT);
  private static final ReleaseAction HOLD = conclude(new ReleaseOutcome.Held(LATER));
  private static final ReleaseAction STALL = conclude(new ReleaseOutcome.Stalled(11, ""));
  private static final List<String> UNMET = List.of("Gadget shop/b is not ready");
  private static final ReleaseOutcome BLOCKED = new ReleaseOutcome.Blocked(UNMET);

  private static final RemovalAction UNINSTALL = new RemovalAction.Uninstall(false);
  private static final RemovalAction NOTHING_TO_REMOVE = new RemovalAction.NothingToRemove();

  /** The next actions of one state. */
  record Row(
      ReleaseState state,
      ReleaseAction left,
      ReleaseAction held,
      ReleaseAction spent,
      ReleaseAction requested,
      ReleaseAction stayAt,
      RemovalAction deleted) {}

  static final List<Row> TABLE =
      List.of(
          tried(new ReleaseState.Absent(), INSTALL, NOTHING_TO_REMOVE),
          tried(new ReleaseState.Lost(), INSTALL, new RemovalAction.Sweep()),
          tried(new ReleaseState.Untrusted(CURRENT), UPGRADE, new RemovalAction.Discard()),
          tried(new ReleaseState.Unfinished(FAILED), REINSTALL, UNINSTALL),
          tried(new ReleaseState.Irreversible(FAILED), UPGRADE_FAILED, UNINSTALL),
          new Row(
              new ReleaseState.OutOfSync(CURRENT, List.of()),
              UPGRADE,
              careOr(List.of(), new ReleaseOutcome.Held(LATER)),
              careOr(List.of(), new ReleaseOutcome.Stalled(11, "")),
              UPGRADE,
              GO_BACK,
              UNINSTALL),
          always(new ReleaseState.Foreign(CURRENT), REFUSE, NOTHING_TO_REMOVE),
          always(new ReleaseState.Unreported(CURRENT), REFER, new RemovalAction.Discard()),
          always(new ReleaseState.Inherited(CURRENT), TAKE_OVER, UNINSTALL),
          always(new ReleaseState.Busy(PENDING), AWAIT, new RemovalAction.AwaitOther(PENDING)),
          always(new ReleaseState.Abandoned(PENDING), UNLOCK, UNINSTALL),
          atOnce(
              new ReleaseState.FailedInstall(FAILED, Extent.ATTEMPT),
              REMOVE_MADE,
              REINSTALL,
              GO_BACK),
          atOnce(new ReleaseState.FailedUpgrade(FAILED, 1), ROLLBACK, UPGRADE_FAILED, GO_BACK),
          atOnce(new ReleaseState.TrialFailed(CURRENT, "why"), MARK_FAILED, UPGRADE, KEEP),
          atOnce(new ReleaseState.Settling(CURRENT, LATER), PROGRESSING, UPGRADE, KEEP),
          atOnce(new ReleaseState.Untested(CURRENT), TEST, UPGRADE, KEEP),
          atOnce(new ReleaseState.Contested(CURRENT, CONTESTS), CONTESTED, UPGRADE, CONTESTED),
          atOnce(new ReleaseState.InSync(CURRENT), KEEP, UPGRADE, KEEP),
          new Row(
              new ReleaseState.FailedRollback(FAILED),
              new ReleaseAction.Rollback(FAILED),
              HOLD,
              STALL,
              UPGRADE_FAILED,
              GO_BACK,
              UNINSTALL),
          new Row(
              new ReleaseState.OutOfSync(CURRENT, DRIFTS),
              UPGRADE,
              careOr(DRIFTS, new ReleaseOutcome.Held(LATER)),
              careOr(DRIFTS, new ReleaseOutcome.Stalled(11, "")),
              UPGRADE,
              GO_BACK,
              UNINSTALL),
          new Row(
              new ReleaseState.Uncompleted(CURRENT),
              COMPLETE,
              HOLD,
              COMPLETE,
              COMPLETE,
              COMPLETE,
              UNINSTALL),
          new Row(
              new ReleaseState.Drifted(CURRENT, DRIFTS, List.of()),
              CORRECT,
              HOLD,
              CORRECT,
              UPGRADE,
              CORRECT,
              UNINSTALL));

  /** As often as the retries allow. */
  private static Row tried(ReleaseState state, ReleaseAction action, RemovalAction deleted) {
    return new Row(state, action, HOLD, STALL, action, GO_BACK, deleted);
  }

  /** Whatever anybody asks for. */
  private static Row always(ReleaseState state, ReleaseAction action, RemovalAction deleted) {
    return new Row(state, action, action, action, action, action, deleted);
  }

  /** With any budget. */
  private static Row atOnce(
      ReleaseState state, ReleaseAction action, ReleaseAction requested, ReleaseAction stayAt) {
    return new Row(state, action, action, action, requested, stayAt, UNINSTALL);
  }

  private static ReleaseAction next(Wish wish, ReleaseState state, Budget budget) {
    return next(RemediationPolicy.DEFAULT, wish, state, budget);
  }

  private static ReleaseAction next(
      RemediationPolicy policy, Wish wish, ReleaseState state, Budget budget) {
    return new Decision(policy).next(wish, new Observation(state, budget, List.of()));
  }

  @ParameterizedTest
  @FieldSource("TABLE")
  void followsTheSpec(Row row) {
    var spec = new Wish.FollowSpec();
    assertEquals(row.left(), next(spec, row.state(), new Untouched()));
    assertEquals(row.left(), next(spec, row.state(), new Left()));
    assertEquals(row.held(), next(spec, row.state(), new HeldUntil(LATER)));
    assertEquals(row.spent(), next(spec, row.state(), SPENT));
  }

  @ParameterizedTest
  @FieldSource("TABLE")
  void makesANewRevisionOnRequestWithAnyBudget(Row row) {
    for (var budget : List.of(new Untouched(), new Left(), new HeldUntil(LATER), SPENT)) {
      assertEquals(row.requested(), next(new Wish.NewRevision(), row.state(), budget));
    }
  }

  @ParameterizedTest
  @FieldSource("TABLE")
  void staysAtTheRequestedRevision(Row row) {
    var wish = new Wish.StayAt(2);
    assertEquals(row.stayAt(), next(wish, row.state(), new Untouched()));
    assertEquals(row.stayAt(), next(wish, row.state(), new Left()));
    switch (row.stayAt()) {
      case ReleaseAction.GoBack ignored -> {
        var held = caredFor(row.state(), new ReleaseOutcome.Held(LATER));
        var stalled = caredFor(row.state(), new ReleaseOutcome.Stalled(11, ""));
        assertEquals(held, next(wish, row.state(), new HeldUntil(LATER)));
        assertEquals(stalled, next(wish, row.state(), SPENT));
      }
      case ReleaseAction.Complete ignored -> assertWaits(wish, row.state(), row.stayAt());
      case ReleaseAction.CorrectDrift ignored -> assertWaits(wish, row.state(), row.stayAt());
      default -> {
        assertEquals(row.stayAt(), next(wish, row.state(), new HeldUntil(LATER)));
        assertEquals(row.stayAt(), next(wish, row.state(), SPENT));
      }
    }
  }

  /** It counts no retries, but waits for the delay after the last failure. */
  private static void assertWaits(Wish wish, ReleaseState state, ReleaseAction action) {
    assertEquals(HOLD, next(wish, state, new HeldUntil(LATER)));
    assertEquals(HOLD, next(wish, state, new Spent(11, Optional.of(LATER))));
    assertEquals(action, next(wish, state, SPENT));
  }

  @ParameterizedTest
  @FieldSource("TABLE")
  void changesNothingWhilePaused(Row row) {
    for (var budget : List.of(new Untouched(), new Left(), new HeldUntil(LATER), SPENT)) {
      var next = next(new Wish.Paused(), row.state(), budget);
      assertInstanceOf(
          ReleaseOutcome.Paused.class,
          assertInstanceOf(ReleaseAction.Conclude.class, next).outcome());
    }
    assertEquals(
        new RemovalAction.Rest(), RemovalAction.next(new Wish.Paused(), row.state(), false));
  }

  @ParameterizedTest
  @FieldSource("TABLE")
  void removesTheReleaseOfADeletedPrimary(Row row) {
    for (var wish : List.of(new Wish.FollowSpec(), new Wish.NewRevision(), new Wish.StayAt(2))) {
      assertEquals(row.deleted(), RemovalAction.next(wish, row.state(), false));
    }
  }

  @Test
  void coversEveryState() {
    var decided = TABLE.stream().map(row -> row.state().getClass()).collect(Collectors.toSet());
    assertEquals(records(ReleaseState.class).collect(Collectors.toSet()), decided);
  }

  private static Stream<Class<?>> records(Class<?> family) {
    return family.isRecord()
        ? Stream.of(family)
        : Stream.of(family.getPermittedSubclasses()).flatMap(DecisionTest::records);
  }

  @ParameterizedTest
  @FieldSource("TABLE")
  void deploysNothingBeforeItsDependenciesAreReady(Row row) {
    for (var budget : List.of(new Untouched(), new Left())) {
      var seen = new Observation(row.state(), budget, UNMET);
      assertEquals(withUnmet(row.left(), row.state()), DECISION.next(new Wish.FollowSpec(), seen));
      assertEquals(withUnmet(row.stayAt(), row.state()), DECISION.next(new Wish.StayAt(2), seen));
      // A person waits for this revision: the present one is not repaired meanwhile.
      var requested = withUnmet(row.requested(), new ReleaseState.InSync(CURRENT));
      assertEquals(requested, DECISION.next(new Wish.NewRevision(), seen));
    }
  }

  /** What is due with dependencies that are not ready, in place of this action. */
  private static ReleaseAction withUnmet(ReleaseAction action, ReleaseState state) {
    return switch (action) {
      case ReleaseAction.Install ignored -> conclude(BLOCKED);
      case ReleaseAction.Reinstall ignored -> conclude(BLOCKED);
      case ReleaseAction.Upgrade ignored -> caredFor(state, BLOCKED);
      case ReleaseAction.GoBack ignored -> caredFor(state, BLOCKED);
      case ReleaseAction.Rollback rollback ->
          state instanceof ReleaseState.FailedRollback ? conclude(BLOCKED) : rollback;
      default -> action;
    };
  }

  /** The current revision is cared for until another one can be deployed. */
  private static ReleaseAction caredFor(ReleaseState state, ReleaseOutcome otherwise) {
    return state instanceof ReleaseState.OutOfSync(var ignored, var drifts)
        ? careOr(drifts, otherwise)
        : conclude(otherwise);
  }

  @Test
  void waitsBetweenRepairsWithoutRetriesLeft() {
    var spec = new Wish.FollowSpec();
    assertWaits(spec, new ReleaseState.Drifted(CURRENT, DRIFTS, List.of()), CORRECT);
    assertWaits(spec, new ReleaseState.Uncompleted(CURRENT), COMPLETE);
  }

  @Test
  void doesNotLetOthersWaitForARefusedRepair() {
    var others = List.of(DRIFTS.getFirst());
    var state = new ReleaseState.Drifted(CURRENT, DRIFTS, others);
    var hold = new ReleaseOutcome.Held(LATER);
    for (var wish : List.of(new Wish.FollowSpec(), new Wish.StayAt(2))) {
      assertEquals(CORRECT, next(wish, state, new Untouched()));
      assertEquals(
          new ReleaseAction.RepairCurrent(CURRENT, others, hold),
          next(wish, state, new HeldUntil(LATER)));
      assertEquals(
          new ReleaseAction.RepairCurrent(CURRENT, others, hold),
          next(wish, state, new Spent(11, Optional.of(LATER))));
    }
  }

  private static ReleaseAction careOr(List<Drift> drifts, ReleaseOutcome otherwise) {
    return new ReleaseAction.RepairCurrent(CURRENT, drifts, otherwise);
  }

  private static ReleaseAction afterInstall(InstallRemedy remedy, Budget budget) {
    var policy = new RemediationPolicy(remedy, UpgradeRemedy.ROLLBACK, 10);
    var state = new ReleaseState.FailedInstall(FAILED, Extent.ATTEMPT);
    return next(policy, new Wish.FollowSpec(), state, budget);
  }

  private static ReleaseAction afterUpgrade(UpgradeRemedy remedy, Budget budget) {
    return after(new ReleaseState.FailedUpgrade(FAILED, 1), remedy, budget);
  }

  private static ReleaseAction after(ReleaseState state, UpgradeRemedy remedy, Budget budget) {
    var policy = new RemediationPolicy(InstallRemedy.UNINSTALL, remedy, 10);
    return next(policy, new Wish.FollowSpec(), state, budget);
  }

  @Test
  void followsTheRemedyOfAFailure() {
    var held = new HeldUntil(LATER);
    var stalled = conclude(new ReleaseOutcome.Stalled(1, ""));
    for (var budget : List.of(new Left(), held, SPENT)) {
      assertEquals(REMOVE_MADE, afterInstall(InstallRemedy.UNINSTALL, budget));
      assertEquals(stalled, afterInstall(InstallRemedy.KEEP, budget));
      assertEquals(ROLLBACK, afterUpgrade(UpgradeRemedy.ROLLBACK, budget));
      assertEquals(REMOVE, afterUpgrade(UpgradeRemedy.UNINSTALL, budget));
      assertEquals(stalled, afterUpgrade(UpgradeRemedy.KEEP, budget));
    }
    assertEquals(REINSTALL, afterInstall(InstallRemedy.RETRY, new Left()));
    assertEquals(HOLD, afterInstall(InstallRemedy.RETRY, held));
    assertEquals(STALL, afterInstall(InstallRemedy.RETRY, SPENT));
    assertEquals(UPGRADE_FAILED, afterUpgrade(UpgradeRemedy.RETRY, new Left()));
    assertEquals(HOLD, afterUpgrade(UpgradeRemedy.RETRY, held));
    assertEquals(STALL, afterUpgrade(UpgradeRemedy.RETRY, SPENT));
  }

  @ParameterizedTest
  @EnumSource(value = UpgradeRemedy.class, mode = EnumSource.Mode.EXCLUDE, names = "ROLLBACK")
  void followsAnyOtherRemedyAfterAFailedRollbackToo(UpgradeRemedy remedy) {
    var state = new ReleaseState.Irreversible(FAILED);
    for (var budget : List.of(new Left(), new HeldUntil(LATER), SPENT)) {
      assertEquals(afterUpgrade(remedy, budget), after(state, remedy, budget));
    }
  }

  @ParameterizedTest
  @EnumSource(UpgradeRemedy.class)
  void retriesWithoutRemedyIfTheInputIsNotAtFault(UpgradeRemedy remedy) {
    var policy = new RemediationPolicy(InstallRemedy.UNINSTALL, remedy, 10);
    var states =
        Stream.of(
            new ReleaseState.Unfinished(FAILED), new ReleaseState.OutOfSync(FAILED, List.of()));
    var actions =
        states.map(state -> next(policy, new Wish.FollowSpec(), state, new Untouched())).toList();
    assertEquals(List.of(REINSTALL, UPGRADE_FAILED), actions);
  }

  /** A failure whose status was never written is told all the same. */
  @Test
  void tellsWhyAKeptFailureIsNotRetried() {
    var failed = failed(FAILED, "Install", Kind.REJECTED.of("the hook exists"));
    var policy = new RemediationPolicy(InstallRemedy.KEEP, UpgradeRemedy.KEEP, 10);
    assertEquals(
        conclude(new ReleaseOutcome.Stalled(1, "the hook exists")),
        next(
            policy,
            new Wish.FollowSpec(),
            new ReleaseState.FailedInstall(failed, Extent.ATTEMPT),
            new Left()));
  }

  /** A rollback of the last retry that a crash or the API server cut off. */
  static Stream<Revision> hinderedRollbacks() {
    return Stream.of(
        marked(FAILED, RevisionStatus.FAILED, "Abandoned while pending-upgrade"),
        failed(FAILED, "Upgrade", Kind.UNREACHABLE.of("no route to host")));
  }

  @ParameterizedTest
  @MethodSource("hinderedRollbacks")
  void repeatsAHinderedRollbackWithAnyBudget(Revision hindered) {
    var state = new ReleaseState.FailedRollback(hindered);
    var rollback = new ReleaseAction.Rollback(hindered);
    var held = new Spent(11, Optional.of(LATER));
    assertEquals(rollback, next(new Wish.FollowSpec(), state, new Left()));
    assertEquals(HOLD, next(new Wish.FollowSpec(), state, new HeldUntil(LATER)));
    assertEquals(HOLD, next(new Wish.FollowSpec(), state, held));
    assertEquals(rollback, next(new Wish.FollowSpec(), state, SPENT));
    var blocked = new Observation(state, SPENT, UNMET);
    assertEquals(conclude(BLOCKED), DECISION.next(new Wish.FollowSpec(), blocked));
  }

  private static ReleaseAction conclude(ReleaseOutcome outcome) {
    return new ReleaseAction.Conclude(outcome);
  }
}
