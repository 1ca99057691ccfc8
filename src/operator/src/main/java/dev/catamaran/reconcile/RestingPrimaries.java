package dev.catamaran.reconcile;

import dev.catamaran.cluster.KindClasses.OfKind;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Primaries of one kind that need nothing. If all inputs of a pass are watched, each change of them
 * wakes the primary, and a pass without a change would find the same. So the next pass is due after
 * ten periods, and the operator at rest costs hardly more with many releases than with few.
 */
final class RestingPrimaries {
  /** How many periods a rest lasts. */
  static final int PERIODS = 10;

  /** Resource versions in the last passes. */
  private final Map<ResourceID, String> versions = new ConcurrentHashMap<>();

  /**
   * Ends a pass. Returns the delay of the next one.
   *
   * @param isAtRest whether the pass found nothing to do, and all its inputs are watched
   * @param next delay without a rest
   */
  Duration end(OfKind primary, boolean isAtRest, Duration next) {
    if (!isAtRest) {
      forget(primary);
      return next;
    }
    versions.put(ResourceID.fromResource(primary), version(primary));
    return next.multipliedBy(PERIODS);
  }

  /**
   * Ends the rest of a primary that is not as in its last pass. Returns whether it did. No event
   * wakes a primary if another client changes its status.
   */
  boolean endIfChanged(OfKind primary) {
    var id = ResourceID.fromResource(primary);
    var version = versions.get(id);
    return version != null && !version.equals(version(primary)) && versions.remove(id, version);
  }

  void forget(OfKind primary) {
    versions.remove(ResourceID.fromResource(primary));
  }

  private static String version(OfKind primary) {
    return primary.getMetadata().getResourceVersion();
  }
}
