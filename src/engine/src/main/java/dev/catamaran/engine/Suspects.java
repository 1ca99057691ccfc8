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
 * refused for a while. Meanwhile all others of its namespace run apart, since whoever made it may
 * make more of them.
 */
final class Suspects {
  private static final Duration PAUSE = Duration.ofMinutes(10);

  /** Bounds the memory; one end concerns a few releases. */
  private static final int MOST = 1_000;

  private final InstantSource clock;

  /** When each may run again; in the past for those that are only suspected. */
  private final Map<String, Instant> known = new ConcurrentHashMap<>();

  /** Until when. */
  private final Map<String, Instant> harmful = new ConcurrentHashMap<>();

  Suspects(InstantSource clock) {
    this.clock = clock;
  }

  /** Notes that the engine ended while it worked on the release. */
  void suspect(String release) {
    if (known.size() < MOST) {
      known.putIfAbsent(release, clock.instant());
    }
  }

  /** Notes that a process ended which worked on nothing but the release. */
  void condemn(String release) {
    known.put(release, clock.instant().plus(PAUSE));
    harmful.put(namespace(release), clock.instant().plus(PAUSE));
  }

  /** Notes that the engine survived the release. */
  void acquit(String release) {
    known.remove(release);
  }

  boolean contains(String release) {
    return known.containsKey(release)
        || (!harmful.isEmpty()
            && harmful.getOrDefault(namespace(release), Instant.MIN).isAfter(clock.instant()));
  }

  /** Returns the namespace of a release. */
  static String namespace(String release) {
    return release.substring(0, release.indexOf('/') + 1);
  }

  /** Returns when the release is tried again, if it is refused now. */
  Optional<Instant> refusedUntil(String release) {
    return Optional.ofNullable(known.get(release))
        .filter(clock.instant()::isBefore)
        .map(until -> until.truncatedTo(ChronoUnit.SECONDS));
  }
}
