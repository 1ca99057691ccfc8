package dev.catamaran.requests;

import dev.catamaran.inspect.Condition;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.PrimaryRow;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.run.TerminalText;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReleaseStatus.Deployed;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Result of waiting for a state of a primary.
 *
 * @param goal in lower case
 * @param reached false after the timeout
 * @param stalled whether the operator tries nothing more until a person changes something
 * @param standing the last condition
 */
public record Waiting(
    String primary, String goal, boolean reached, boolean stalled, String standing)
    implements Outcome {
  private static final int STALLED = 3;
  private static final Duration SILENCE = Duration.ofSeconds(1);

  /** Waits. A deletion ends every wait, and so does what {@link Goal#isStalled} says. */
  public static Waiting until(
      Goal goal, Scope scope, Target target, Duration timeout, Consumer<String> progress) {
    var kind = scope.kinds().find(target.kind());
    var resource = scope.resource(kind, target.name());
    var before = Stream.ofNullable(resource.get()).toList();
    if (goal != Goal.DELETED && before.isEmpty()) {
      throw scope.missing(kind, target);
    }
    var last =
        Watching.until(
            resource,
            before,
            found -> found.stream().findFirst().map(object -> PrimaryObject.of(kind, object)),
            found -> found.isEmpty() || goal.isStalled(found) || goal.isReached(found),
            timeout,
            new Watching.Progress<>(SILENCE, state -> standing(goal, state), progress));
    boolean isStalled = goal.isStalled(last);
    boolean isReached = !isStalled && goal.isReached(last);
    return new Waiting(
        kind.qualified() + "/" + target.name(),
        before.isEmpty() ? "absent" : goal.name().toLowerCase(Locale.ROOT),
        isReached,
        isStalled,
        standing(goal, last));
  }

  @Override
  public int exitCode() {
    return reached ? 0 : stalled ? STALLED : 1;
  }

  @Override
  public List<String> lines() {
    var end = reached ? goal : "not " + goal + ": " + standing;
    return List.of(TerminalText.oneLine(primary + " is " + end));
  }

  private static String standing(Goal goal, Optional<PrimaryObject> primary) {
    return goal == Goal.DELETED && primary.filter(found -> !found.isBeingDeleted()).isPresent()
        ? "nobody has deleted it; kubectl delete does"
        : primary.map(Waiting::standing).orElse("it does not exist");
  }

  static String standing(PrimaryObject primary) {
    return primary.outlook().orElseGet(() -> standing(primary.conditions()));
  }

  /** The condition that decides may be another one than Ready: each has its own reason. */
  private static String standing(List<Condition> conditions) {
    var ready =
        Condition.find(Reasons.READY, conditions)
            .map(found -> Reasons.READY + "=" + found.status())
            .orElse("no condition Ready");
    return PrimaryRow.deciding(conditions)
        .map(
            found ->
                "%s%s, %s: %s"
                    .formatted(
                        ready,
                        found.type().equals(Reasons.READY) ? "" : "; " + found.type(),
                        found.reason(),
                        found.sentence(conditions)))
        .orElse(ready);
  }

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
     * Whether the operator does nothing more for it until a person changes something. A deletion
     * goes on, unless the primary is paused.
     */
    boolean isStalled(Optional<PrimaryObject> primary) {
      return primary
          .filter(
              found ->
                  found.unwatched().isPresent()
                      || ((this == DELETED || found.isBeingDeleted())
                          ? found.isPaused()
                          : isStalled(found)))
          .isPresent();
    }

    private static boolean isStalled(PrimaryObject primary) {
      if (primary.observed() < primary.generation()) {
        return false;
      }
      // A request for a revision that is refused is not answered by one.
      return isReset(primary)
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
      return isReset(primary)
          && (!primary.isOfChart()
              || primary.isAnswered(
                  PrimaryAnnotations.RECONCILE_AT, primary.status().answered().reconcileAt()));
    }

    /** Each command writes this request, and an attempt that fails answers it, too. */
    private static boolean isReset(PrimaryObject primary) {
      return !primary.isOfChart()
          || primary.isAnswered(PrimaryAnnotations.RESET_AT, primary.status().answered().resetAt());
    }
  }
}
