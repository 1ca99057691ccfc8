package dev.catamaran.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The releases at which the engine ended. All that ran then are suspects: the next request of each
 * runs in a process apart. If that ends as well, the release is known to be the cause, and is
 * refused for a while. All others of the namespace of a suspect, or of a cause, run apart too,
 * since whoever made it may make more of them.
 */
final class Suspects {
  private static final Duration PAUSE = Duration.ofMinutes(10);

  /** Bounds the memory; one end concerns a few releases. */
  private static final int MOST = 1_000;

  private final InstantSource clock;

  private final Map<String, Suspicion> suspicions = new ConcurrentHashMap<>();

  /** Namespaces, and until when. */
  private final Map<String, Instant> harmful = new ConcurrentHashMap<>();

  /**
   * A release, that may or does end the engine.
   *
   * @param until when it is refused, if that is proven; else when the suspicion is forgotten
   */
  private record Suspicion(Instant until, boolean isProven) {
    boolean holds(Instant now) {
      return isProven || now.isBefore(until);
    }
  }

  Suspects(InstantSource clock) {
    this.clock = clock;
  }

  /** Notes that the engine ended while it worked on the release. */
  void suspect(String release) {
    var now = clock.instant();
    suspicions.values().removeIf(suspicion -> !suspicion.holds(now));
    if (suspicions.size() < MOST) {
      suspicions.putIfAbsent(release, new Suspicion(now.plus(PAUSE), /* isProven= */ false));
    }
  }

  /** Notes that a process ended which worked on nothing but the release. */
  void condemn(String release) {
    suspicions.put(release, new Suspicion(clock.instant().plus(PAUSE), /* isProven= */ true));
    distrust(release);
  }

  /** Takes the namespace of the release apart for a while: the engine is lost for others by it. */
  void distrust(String release) {
    harmful.put(namespace(release), clock.instant().plus(PAUSE));
  }

  /** Notes that the engine survived the release. */
  void acquit(String release) {
    suspicions.remove(release);
  }

  /** Whether the next request of the release runs apart. */
  boolean contains(String release) {
    return isHarmful(release) || suspicions.containsKey(release) || isBesideASuspect(release);
  }

  /** Whether a release of the same namespace was the cause, and not only a suspect. */
  boolean isHarmful(String release) {
    return !harmful.isEmpty()
        && clock.instant().isBefore(harmful.getOrDefault(namespace(release), Instant.MIN));
  }

  private boolean isBesideASuspect(String release) {
    var now = clock.instant();
    return suspicions.entrySet().stream()
        .anyMatch(
            each ->
                !each.getValue().isProven()
                    && each.getValue().holds(now)
                    && namespace(each.getKey()).equals(namespace(release)));
  }

  /** Returns the namespace of a release. */
  static String namespace(String release) {
    return release.substring(0, release.indexOf('/') + 1);
  }

  /** Returns when the release is tried again, if it is refused now. */
  Optional<Instant> refusedUntil(String release) {
    return Optional.ofNullable(suspicions.get(release))
        .filter(Suspicion::isProven)
        .map(Suspicion::until)
        .filter(clock.instant()::isBefore)
        .map(until -> until.truncatedTo(ChronoUnit.SECONDS));
  }
}
