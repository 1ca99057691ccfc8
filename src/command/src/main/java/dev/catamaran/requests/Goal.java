package dev.catamaran.requests;

import dev.catamaran.inspect.Condition;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReleaseStatus.Deployed;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A state of a primary that a person waits for. Pure. */
public enum Goal {
  /** Its condition Ready is true for its newest spec. */
  READY,
  /** It no longer exists. */
  DELETED,
  /**
   * The operator has carried out its newest spec and requests without a failure; its objects need
   * not be ready.
   */
  RECONCILED;

  /** Whether the primary has reached it; empty for a primary that does not exist. */
  boolean isReached(Optional<PrimaryObject> primary) {
    return switch (this) {
      case DELETED -> primary.isEmpty();
      case RECONCILED -> primary.filter(Goal::isHandled).filter(Goal::isCarriedOut).isPresent();
      case READY -> primary.filter(Goal::isHandled).filter(Goal::isReady).isPresent();
    };
  }

  /**
   * Whether the operator does nothing more for it until a person changes something. A deletion goes
   * on, unless the primary is paused.
   */
  boolean isStalled(Optional<PrimaryObject> primary) {
    return primary
        .filter(
            found ->
                (this == DELETED || found.isBeingDeleted()) ? found.isPaused() : isStalled(found))
        .isPresent();
  }

  private static boolean isStalled(PrimaryObject primary) {
    if (primary.observed() < primary.generation()) {
      return false;
    }
    return isAnswered(primary)
        ? isHeld(primary) || primary.isTrue(Reasons.STALLED)
        : primary.isPaused();
  }

  /** An annotation that a person has removed since holds nothing any more. */
  private static boolean isHeld(PrimaryObject primary) {
    return primary
        .trueCondition(Reasons.SPEC_NOT_FOLLOWED)
        .map(Condition::reason)
        .map(
            reason ->
                !reason.equals(Reasons.HELD_BY_ANNOTATION)
                    || primary.requests().holder().isPresent())
        .orElse(false);
  }

  private static boolean isReady(PrimaryObject primary) {
    return !primary.isBeingDeleted() && primary.isTrue(Reasons.READY);
  }

  /**
   * What waits for another primary, or for an operation, has no failure, and nothing is done. A
   * revision on trial may still fail.
   */
  private static boolean isCarriedOut(PrimaryObject primary) {
    boolean hasFailed =
        Stream.of(
                Reasons.RELEASE_FAILED,
                Reasons.IRRECONCILABLE,
                Reasons.STALLED,
                Reasons.SPEC_NOT_FOLLOWED)
            .anyMatch(primary::isTrue);
    boolean isWaiting =
        Condition.find(Reasons.READY, primary.conditions())
            .map(Condition::reason)
            .filter(Set.of(Reasons.DEPENDENCY_NOT_READY, Reasons.OPERATION_IN_PROGRESS)::contains)
            .isPresent();
    boolean isOnTrial = primary.deployed().filter(Deployed::onTrial).isPresent();
    return !hasFailed && !isWaiting && !isOnTrial;
  }

  private static boolean isHandled(PrimaryObject primary) {
    return primary.observed() >= primary.generation() && isAnswered(primary);
  }

  private static boolean isAnswered(PrimaryObject primary) {
    var answered = primary.status().answered();
    return !primary.isOfChart()
        || (primary.isAnswered(PrimaryAnnotations.RECONCILE_AT, answered.reconcileAt())
            && primary.isAnswered(PrimaryAnnotations.RESET_AT, answered.resetAt()));
  }
}
