package dev.catamaran.cluster;

import dev.catamaran.release.Contest;
import dev.catamaran.release.Contest.Repair;
import dev.catamaran.release.ObjectKey;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The objects that were repaired lately, in memory: after a restart nothing is held against any.
 */
public final class Contests {
  private final Clock clock;
  private final Map<ObjectKey, Contest> byObject = new ConcurrentHashMap<>();

  Contests(Clock clock) {
    this.clock = clock;
  }

  /** Takes note of a repair. */
  void repaired(Repair repair) {
    var now = clock.instant();
    byObject.values().removeIf(contest -> contest.isOver(now));
    byObject.compute(
        repair.key(),
        (key, before) -> before == null ? Contest.first(repair, now) : before.after(repair, now));
  }

  /** Whether the last repairs of the object may have been undone: worth asking by whom. */
  boolean isSuspect(ObjectKey key) {
    return lately(key).filter(contest -> contest.undone() > 0).isPresent();
  }

  /** Whether the object has to wait for its next repair. */
  boolean isHeld(ObjectKey key) {
    var now = clock.instant();
    return lately(key).filter(contest -> now.isBefore(contest.heldUntil())).isPresent();
  }

  /** The contest over an object, if it is serious and goes on. */
  Optional<Contest> over(ObjectKey key) {
    return lately(key).filter(Contest::isSerious);
  }

  boolean isEmpty() {
    return byObject.isEmpty();
  }

  private Optional<Contest> lately(ObjectKey key) {
    var now = clock.instant();
    return Optional.ofNullable(byObject.get(key)).filter(contest -> !contest.isOver(now));
  }
}
