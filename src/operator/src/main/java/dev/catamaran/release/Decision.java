package dev.catamaran.release;

import dev.catamaran.manifest.Drift;
import dev.catamaran.release.Budget.HeldUntil;
import dev.catamaran.release.Budget.Left;
import dev.catamaran.release.Budget.Spent;
import dev.catamaran.release.Budget.Untouched;
import dev.catamaran.release.ReleaseAction.Complete;
import dev.catamaran.release.ReleaseAction.Conclude;
import dev.catamaran.release.ReleaseAction.CorrectDrift;
import dev.catamaran.release.ReleaseAction.GoBack;
import dev.catamaran.release.ReleaseAction.Install;
import dev.catamaran.release.ReleaseAction.Keep;
import dev.catamaran.release.ReleaseAction.MarkFailed;
import dev.catamaran.release.ReleaseAction.Refer;
import dev.catamaran.release.ReleaseAction.Refuse;
import dev.catamaran.release.ReleaseAction.Reinstall;
import dev.catamaran.release.ReleaseAction.RemoveFailed;
import dev.catamaran.release.ReleaseAction.RepairCurrent;
import dev.catamaran.release.ReleaseAction.Rollback;
import dev.catamaran.release.ReleaseAction.TakeOver;
import dev.catamaran.release.ReleaseAction.Test;
import dev.catamaran.release.ReleaseAction.Unlock;
import dev.catamaran.release.ReleaseAction.Upgrade;
import dev.catamaran.release.ReleaseOutcome.Blocked;
import dev.catamaran.release.ReleaseOutcome.Held;
import dev.catamaran.release.ReleaseOutcome.Paused;
import dev.catamaran.release.ReleaseOutcome.Progressing;
import dev.catamaran.release.ReleaseOutcome.Stalled;
import dev.catamaran.release.ReleaseOutcome.Waiting;
import dev.catamaran.release.ReleaseState.Abandoned;
import dev.catamaran.release.ReleaseState.Broken;
import dev.catamaran.release.ReleaseState.Busy;
import dev.catamaran.release.ReleaseState.Contested;
import dev.catamaran.release.ReleaseState.Drifted;
import dev.catamaran.release.ReleaseState.FailedInstall;
import dev.catamaran.release.ReleaseState.FailedRollback;
import dev.catamaran.release.ReleaseState.FailedUpgrade;
import dev.catamaran.release.ReleaseState.Foreign;
import dev.catamaran.release.ReleaseState.InSync;
import dev.catamaran.release.ReleaseState.Inherited;
import dev.catamaran.release.ReleaseState.Irreversible;
import dev.catamaran.release.ReleaseState.Live;
import dev.catamaran.release.ReleaseState.NothingStored;
import dev.catamaran.release.ReleaseState.OnTrial;
import dev.catamaran.release.ReleaseState.OutOfSync;
import dev.catamaran.release.ReleaseState.Settling;
import dev.catamaran.release.ReleaseState.TrialFailed;
import dev.catamaran.release.ReleaseState.Uncompleted;
import dev.catamaran.release.ReleaseState.Unfinished;
import dev.catamaran.release.ReleaseState.Unreported;
import dev.catamaran.release.ReleaseState.Untested;
import dev.catamaran.release.ReleaseState.Untrusted;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the one next step for a wanted release: reads nothing, writes nothing, uses no clock, and
 * throws nothing. Each wish has an answer to each state; a missing one does not compile, and {@code
 * DecisionTest} has the table. {@link RemovalAction#next} decides for a primary that is deleted.
 *
 * <p>What holds for each answer:
 *
 * <ul>
 *   <li>A paused release stays as it is.
 *   <li>A release of others, and one that no status reports, is not changed. One of a Go operator
 *       is taken over before anything else, and a pending one is waited for or unlocked.
 *   <li>A new revision waits for the dependencies, and for the budget of its input unless {@code
 *       reconcile-at} asks for it. The rollback or removal of what failed waits for neither. If the
 *       rollback itself failed, its repetition waits for both, and needs no retry left after a
 *       hindrance.
 *   <li>While the wanted revision has to wait, drift of the present one is repaired.
 *   <li>Where nothing is to be done, the answer is {@code Keep}, or {@code Conclude} with the
 *       outcome.
 * </ul>
 *
 * <p>The caller owes an observation of one moment, and carries out this action and no other. An
 * action names the revision that was observed: before something is destroyed, it is looked up
 * whether that is still the newest.
 *
 * @param policy the reaction to a failed input
 */
public record Decision(RemediationPolicy policy) {

  /** Returns the next step for the observed release and the primary's wish. */
  public ReleaseAction next(Wish wish, Observation seen) {
    return switch (wish) {
      case Wish.Paused ignored -> conclude(new Paused(deployed(seen.state())));
      case Wish.FollowSpec ignored -> follow(seen);
      case Wish.NewRevision ignored -> newRevision(seen);
      case Wish.StayAt(var revision) -> stayAt(revision, seen);
    };
  }

  private static Optional<Revision> deployed(ReleaseState state) {
    return state instanceof Live live && live.current().status() == RevisionStatus.DEPLOYED
        ? Optional.of(live.current())
        : Optional.empty();
  }

  private ReleaseAction follow(Observation seen) {
    return switch (seen.state()) {
      case NothingStored ignored -> attempt(seen, new Install());
      case Foreign(var current) -> new Refuse(current);
      case Untrusted(var current) -> attempt(seen, new Upgrade(current));
      case Unreported(var current) -> new Refer(current);
      case Inherited(var current) -> new TakeOver(current);
      case Busy(var pending) -> conclude(Waiting.forOther(pending));
      case Abandoned(var pending) -> new Unlock(pending);
      case Unfinished(var newest) -> attempt(seen, new Reinstall(newest));
      case FailedInstall(var failed, var made) -> afterInstall(seen, failed, made);
      case FailedUpgrade(var failed, var deployed) ->
          afterUpgrade(seen, failed, new Rollback(failed, deployed));
      case Irreversible(var failed) ->
          afterUpgrade(seen, failed, attempt(seen, new Upgrade(failed)));
      case FailedRollback(var failed) -> afterRollback(seen, failed);
      case OutOfSync(var current, var drifts) ->
          attempt(seen, new Upgrade(current), current, drifts);
      case Uncompleted(var current) -> unlessHeld(seen, new Complete(current));
      case TrialFailed(var current, var why) -> new MarkFailed(current, why);
      case Settling(var current, var deadline) -> conclude(new Progressing(current, deadline));
      case Untested(var current) -> new Test(current);
      case Drifted drifted -> repair(seen, drifted);
      case Contested(var current, var contests) ->
          conclude(new ReleaseOutcome.Contested(current, List.of(), contests));
      case InSync(var current) -> new Keep(current);
    };
  }

  private ReleaseAction afterInstall(Observation seen, Revision failed, Extent made) {
    return switch (policy.install()) {
      case UNINSTALL -> new RemoveFailed(failed, made);
      case RETRY -> attempt(seen, new Reinstall(failed));
      case KEEP -> conclude(new Stalled(1, cause(failed)));
    };
  }

  private ReleaseAction afterUpgrade(Observation seen, Revision failed, ReleaseAction rollback) {
    return switch (policy.upgrade()) {
      case ROLLBACK -> rollback;
      case UNINSTALL -> new RemoveFailed(failed, Extent.RELEASE);
      case RETRY -> attempt(seen, new Upgrade(failed));
      case KEEP -> conclude(new Stalled(1, cause(failed)));
    };
  }

  /**
   * A hindrance leaves a rollback unfinished, and the release between two revisions. So the
   * rollback is repeated although the input has no retries left.
   */
  private static ReleaseAction afterRollback(Observation seen, Revision failed) {
    var rollback = new Rollback(failed);
    return seen.budget() instanceof Spent(var ignored, var heldUntil) && !failed.blamesItsInput()
        ? unlessHeld(heldUntil, onceMet(seen, rollback))
        : attempt(seen, rollback);
  }

  /** A person asked for it: neither delays nor spent retries count. */
  private static ReleaseAction newRevision(Observation seen) {
    return switch (seen.state()) {
      case NothingStored ignored -> onceMet(seen, new Install());
      case Foreign(var current) -> new Refuse(current);
      case Untrusted(var current) -> onceMet(seen, new Upgrade(current));
      case Unreported(var current) -> new Refer(current);
      case Inherited(var current) -> new TakeOver(current);
      case Busy(var pending) -> conclude(Waiting.forOther(pending));
      case Abandoned(var pending) -> new Unlock(pending);
      case Unfinished(var newest) -> onceMet(seen, new Reinstall(newest));
      case FailedInstall(var failed, var ignored) -> onceMet(seen, new Reinstall(failed));
      case FailedUpgrade(var failed, var ignored) -> onceMet(seen, new Upgrade(failed));
      case Irreversible(var failed) -> onceMet(seen, new Upgrade(failed));
      case FailedRollback(var failed) -> onceMet(seen, new Upgrade(failed));
      case Uncompleted(var current) -> new Complete(current);
      case Live live -> onceMet(seen, new Upgrade(live.current()));
    };
  }

  private static ReleaseAction stayAt(int revision, Observation seen) {
    return switch (seen.state()) {
      case NothingStored ignored -> attempt(seen, new GoBack(revision));
      case Foreign(var current) -> new Refuse(current);
      case Untrusted ignored -> attempt(seen, new GoBack(revision));
      case Unreported(var current) -> new Refer(current);
      case Inherited(var current) -> new TakeOver(current);
      case Busy(var pending) -> conclude(Waiting.forOther(pending));
      case Abandoned(var pending) -> new Unlock(pending);
      case Broken ignored -> attempt(seen, new GoBack(revision));
      case OutOfSync(var current, var drifts) ->
          attempt(seen, new GoBack(revision), current, drifts);
      case Uncompleted(var current) -> unlessHeld(seen, new Complete(current));
      case OnTrial trial -> new Keep(trial.current());
      case Drifted drifted -> repair(seen, drifted);
      case Contested(var current, var contests) ->
          conclude(new ReleaseOutcome.Contested(current, List.of(), contests));
      case InSync(var current) -> new Keep(current);
    };
  }

  private static String cause(Revision failed) {
    return failed.failure().map(EngineFailure::message).orElse("");
  }

  private static ReleaseAction attempt(Observation seen, ReleaseAction action) {
    return switch (seen.budget()) {
      case Untouched ignored -> onceMet(seen, action);
      case Left ignored -> onceMet(seen, action);
      case HeldUntil(var until) -> conclude(new Held(until));
      case Spent(var failures, var ignored) -> conclude(new Stalled(failures, ""));
    };
  }

  /** Cares for the current revision until {@code action} is possible. */
  private static ReleaseAction attempt(
      Observation seen, ReleaseAction action, Revision current, List<Drift> drifts) {
    var next = attempt(seen, action);
    return next instanceof Conclude(var otherwise)
        ? new RepairCurrent(current, drifts, otherwise)
        : next;
  }

  /** While the repair of one object waits for its next attempt, that of the others does not. */
  private static ReleaseAction repair(Observation seen, Drifted drifted) {
    var next = unlessHeld(seen, new CorrectDrift(drifted.current(), drifted.drifts()));
    return next instanceof Conclude(var otherwise) && !drifted.besidesRefused().isEmpty()
        ? new RepairCurrent(drifted.current(), drifted.besidesRefused(), otherwise)
        : next;
  }

  private static ReleaseAction onceMet(Observation seen, ReleaseAction action) {
    return seen.unmet().isEmpty() ? action : conclude(new Blocked(seen.unmet()));
  }

  private static ReleaseAction unlessHeld(Observation seen, ReleaseAction action) {
    return switch (seen.budget()) {
      case Untouched ignored -> action;
      case Left ignored -> action;
      case HeldUntil(var until) -> conclude(new Held(until));
      case Spent(var ignored, var heldUntil) -> unlessHeld(heldUntil, action);
    };
  }

  /** What is repeated without retries left still waits for the delay after the last failure. */
  private static ReleaseAction unlessHeld(Optional<Instant> heldUntil, ReleaseAction action) {
    return heldUntil.map(until -> conclude(new Held(until))).orElse(action);
  }

  private static ReleaseAction conclude(ReleaseOutcome outcome) {
    return new Conclude(outcome);
  }
}
