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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The recent repairs of objects, in memory: after a restart they are forgotten. */
final class Contests {
  private static final int MOST_REFUSED = 10_000;

  private final ApiResources apis;
  private final Clock clock;
  private final Map<ObjectKey, Contest> byObject = new ConcurrentHashMap<>();
  private final Set<ObjectKey> refused = ConcurrentHashMap.newKeySet();

  /** Starts without repairs. */
  Contests(ApiResources apis, Clock clock) {
    this.apis = apis;
    this.clock = clock;
  }

  void repaired(Repair repair) {
    var now = clock.instant();
    byObject.values().removeIf(contest -> contest.isOver(now));
    byObject.compute(
        repair.key(),
        (key, before) -> before == null ? Contest.first(repair, now) : before.after(repair, now));
  }

  /** Notes whether the API server refused a repair. */
  void tried(ObjectKey key, boolean isRefused) {
    if (refused.size() >= MOST_REFUSED) {
      refused.clear();
    }
    if (isRefused) {
      refused.add(key);
    } else {
      refused.remove(key);
    }
  }

  List<Drift> besidesRefused(List<Drift> drifts) {
    var others = drifts.stream().filter(drift -> !refused.contains(drift.key())).toList();
    return others.size() == drifts.size() ? List.of() : others;
  }

  private boolean isHeld(ObjectKey key) {
    var now = clock.instant();
    return lately(key).filter(contest -> now.isBefore(contest.heldUntil())).isPresent();
  }

  /** Returns those of {@code drifts} that may be repaired now. */
  List<Drift> due(List<Drift> drifts) {
    return drifts.stream().filter(drift -> !isHeld(drift.key())).toList();
  }

  /** Returns the serious contests over objects of {@code revision} that are not over. */
  List<Contest> over(Revision revision) {
    return byObject.isEmpty()
        ? List.of()
        : revision.manifest().readable().stream()
            .flatMap(o -> apis.locate(o.key(), revision.release().namespace()).stream())
            .flatMap(key -> lately(key).stream())
            .filter(Contest::isSerious)
            // It may have been about the object of another release.
            .filter(contest -> contest.repairedAt().isAfter(revision.writtenAt()))
            .toList();
  }

  private Optional<Contest> lately(ObjectKey key) {
    var now = clock.instant();
    return Optional.ofNullable(byObject.get(key)).filter(contest -> !contest.isOver(now));
  }
}
