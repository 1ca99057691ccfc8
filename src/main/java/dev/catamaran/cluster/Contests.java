package dev.catamaran.cluster;

import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Contest;
import dev.catamaran.release.Contest.Repair;
import dev.catamaran.release.Revision;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The objects that were repaired lately, in memory: after a restart nothing is held against any.
 */
public final class Contests {
  private final ApiResources apis;
  private final Clock clock;
  private final Map<ObjectKey, Contest> byObject = new ConcurrentHashMap<>();

  /** Nothing was repaired yet. */
  public Contests(ApiResources apis, Clock clock) {
    this.apis = apis;
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

  private boolean isHeld(ObjectKey key) {
    var now = clock.instant();
    return lately(key).filter(contest -> now.isBefore(contest.heldUntil())).isPresent();
  }

  /** Those of {@code drifts} that may be repaired now. */
  public List<Drift> due(List<Drift> drifts) {
    return drifts.stream().filter(drift -> !isHeld(drift.key())).toList();
  }

  /** The serious contests over objects of {@code revision} that go on. */
  public List<Contest> over(Revision revision) {
    return byObject.isEmpty()
        ? List.of()
        : revision.manifest().readable().stream()
            .flatMap(o -> apis.locate(o.key(), revision.release().namespace()).stream())
            .flatMap(key -> lately(key).stream())
            .filter(Contest::isSerious)
            .toList();
  }

  private Optional<Contest> lately(ObjectKey key) {
    var now = clock.instant();
    return Optional.ofNullable(byObject.get(key)).filter(contest -> !contest.isOver(now));
  }
}
