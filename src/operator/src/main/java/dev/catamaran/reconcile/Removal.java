package dev.catamaran.reconcile;

import dev.catamaran.cluster.Finalizers;
import dev.catamaran.execute.EngineFailures;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.RemovalAction;
import dev.catamaran.status.PrimaryGoneException;
import dev.catamaran.status.Reasons;
import dev.catamaran.telemetry.Step;
import dev.catamaran.telemetry.Steps;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pass over a primary that is being deleted: its spec no longer matters. */
record Removal(Pass pass) {
  private static final Logger log = LoggerFactory.getLogger(Removal.class);

  /** Input for the failures of every deletion, whatever the spec of the primary. */
  private static final String INPUT = "uninstall";

  /** Delay for a deleted primary. The SDK drops it, and does not reconcile it again. */
  private static final Duration AT_LEAST = Duration.ofMinutes(1);

  /** Uninstalls the release, reports that, and lets the primary go once its release is gone. */
  DeleteControl run() {
    var kind = pass.kind();
    var outcome = remove();
    boolean isGone = outcome instanceof ReleaseOutcome.Uninstalled;
    if (isGone && Finalizers.isOnlyOurs(pass.object()) && isReported()) {
      pass.reportLast(outcome);
      return DeleteControl.defaultDelete();
    }
    Duration next;
    try {
      next = pass.report(new Pass.Result(outcome, INPUT, Optional.empty()));
    } catch (PrimaryGoneException e) {
      // Another client removed the finalizer.
      return DeleteControl.noFinalizerRemoval();
    }
    // The SDK can remove the finalizer only from the resource version that it passed to cleanup.
    if (isGone && isReported()) {
      kind.forget(pass.object());
      return DeleteControl.defaultDelete();
    }
    return DeleteControl.noFinalizerRemoval().rescheduleAfter(next);
  }

  /**
   * Uninstalls the release of a primary that was deleted during a pass. If the deletion began
   * before the finalizer was added, the API server completes it despite the finalizer. Nothing else
   * would remove what this pass made.
   */
  Duration takeDown() {
    var outcome = remove();
    if (outcome instanceof ReleaseOutcome.Uninstalled) {
      log.info(
          "{} was deleted while its release was made; the release is uninstalled", pass.release());
    } else {
      log.warn(
          "{} was deleted while its release was made, which is left: {}", pass.release(), outcome);
    }
    pass.kind().trust.end(pass.identity());
    pass.kind().forget(pass.object());
    return AT_LEAST;
  }

  private ReleaseOutcome remove() {
    try {
      var action = Steps.run("decide", this::decide);
      return pass.kind()
          .writer(pass.primary(), pass.release())
          .remove(action, pass.release(), pass.ownership(), pass.primary().annotations());
    } catch (RuntimeException | Error e) {
      return EngineFailures.unexpected(FailedStep.UNINSTALL, e);
    }
  }

  private RemovalAction decide(Step step) {
    var state = state();
    var action = RemovalAction.next(pass.wish(), state, Finalizers.isCollected(pass.object()));
    Pass.tell(step, state, action.getClass().getSimpleName());
    return action;
  }

  private ReleaseState state() {
    var kind = pass.kind();
    var state =
        kind.observer.observeDeleted(
            pass.release(),
            pass.identity(),
            pass.before().deployed(),
            pass.failures().isPresent(),
            kind.trustsStored());
    boolean isLost =
        state instanceof ReleaseState.Absent
            && !isToldOf(Reasons.UNINSTALL_SUCCESSFUL)
            && !isToldOf(Reasons.UNINSTALLING)
            && (isToldOf(Reasons.FAILURE_REMOVED) || kind.observer.hasObjects(pass.identity()));
    return isLost ? new ReleaseState.Lost() : state;
  }

  /**
   * Whether the release is gone for that reason. After an uninstall, its objects may still exist
   * for a moment; after a failure, some stay, and nothing may watch them.
   */
  private boolean isToldOf(String reason) {
    return pass.before().says(Reasons.DEPLOYED, reason);
  }

  /** Whether the primary contains everything that was reported on it. */
  private boolean isReported() {
    return pass.kind().status.isUpToDate(pass.object());
  }
}
