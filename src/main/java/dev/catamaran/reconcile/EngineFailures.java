package dev.catamaran.reconcile;

import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.Failed;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseOutcome.Hindered;
import dev.catamaran.release.ReleaseOutcome.Waiting;
import dev.catamaran.status.Reasons;

/** What a failure of the engine means for the release. Pure. */
final class EngineFailures {
  private EngineFailures() {}

  static ReleaseOutcome outcome(FailedStep step, EngineFailure failure) {
    return switch (failure) {
      case EngineFailure.Locked locked -> new Waiting(locked.message());
      case EngineFailure.Overdue overdue -> new Waiting(overdue.message());
      case EngineFailure.Unrenderable unrenderable -> new Failed(step, unrenderable.message());
      case EngineFailure.Rejected rejected -> new Failed(step, rejected.message());
      case EngineFailure.Immutable immutable -> new Failed(step, immutable.message());
      case EngineFailure.TooLarge large ->
          new ReleaseOutcome.Refused(Reasons.RELEASE_TOO_LARGE, large.message());
      case EngineFailure.Forbidden forbidden ->
          new Hindered(step, Reasons.FORBIDDEN, forbidden.message());
      case EngineFailure.NamespaceMissing missing ->
          new Hindered(step, Reasons.NAMESPACE_MISSING, missing.message());
      case EngineFailure.NamespaceTerminating terminating ->
          new Hindered(step, Reasons.NAMESPACE_TERMINATING, terminating.message());
      case EngineFailure.Unreachable unreachable ->
          new Hindered(step, Reasons.UNREACHABLE, unreachable.message());
    };
  }
}
