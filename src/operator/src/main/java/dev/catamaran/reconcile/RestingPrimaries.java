package dev.catamaran.reconcile;

import dev.catamaran.cluster.KindClasses.OfKind;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Primaries of one kind that need nothing. If all inputs of a pass are watched, and none of them
 * has changed, the next pass would find the same. So it is left out, and the operator at rest costs
 * hardly more with many releases than with few. Every tenth pass takes place nevertheless.
 */
final class RestingPrimaries {
  /** How many passes in a row are left out. */
  static final int LEFT_OUT = 9;

  /** A missing state means that an input has changed since the last pass, or in it. */
  private final Map<ResourceID, State> states = new ConcurrentHashMap<>();

  private sealed interface State {}

  /** During a pass. Equal only to itself: a state of an earlier pass does not count. */
  private static final class Passing implements State {}

  /**
   * After a pass that found nothing to do.
   *
   * @param version resource version of the primary
   * @param next delay of the next pass
   * @param left how many passes may still be left out
   */
  private record Resting(String version, Duration next, int left) implements State {}

  /**
   * Returns the delay of the next pass if the present one can be left out. Otherwise the pass
   * begins: {@link #end} must follow.
   */
  Optional<Duration> leaveOut(OfKind primary) {
    var id = ResourceID.fromResource(primary);
    var state = states.get(id);
    if (state instanceof Resting(var version, var next, var left)
        && left > 0
        && version.equals(primary.getMetadata().getResourceVersion())
        && states.replace(id, state, new Resting(version, next, left - 1))) {
      return Optional.of(next);
    }
    states.put(id, new Passing());
    return Optional.empty();
  }

  /**
   * Ends a pass.
   *
   * @param isAtRest whether it found nothing to do, and all its inputs are watched
   * @param next delay of the next pass
   */
  void end(OfKind primary, boolean isAtRest, Duration next) {
    var id = ResourceID.fromResource(primary);
    var state = states.get(id);
    if (isAtRest && state instanceof Passing) {
      // Fails if an input has changed during the pass: the pass may have seen the old one.
      states.replace(
          id, state, new Resting(primary.getMetadata().getResourceVersion(), next, LEFT_OUT));
    } else {
      states.remove(id);
    }
  }

  /** Notes the change of an input of one primary. */
  void wake(ResourceID primary) {
    states.remove(primary);
  }

  /** Notes the change of an input of all primaries. */
  void wakeAll() {
    states.clear();
  }

  /** Forgets a deleted primary. */
  void forget(OfKind primary) {
    states.remove(ResourceID.fromResource(primary));
  }
}
