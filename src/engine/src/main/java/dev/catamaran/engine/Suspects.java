package dev.catamaran.engine;

import dev.catamaran.engine.EngineRequest.Subject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The releases at which the engine ended. All that ran then are suspects: the next request of each
 * runs in a process apart. If that ends as well, the release is known to be the cause, and its
 * request is refused for a while, unless its input changes. All others of the namespace of a
 * suspect, or of a cause, run apart too, since whoever made it may make more of them.
 */
final class Suspects {
  private static final Duration PAUSE = Duration.ofMinutes(10);

  /**
   * Of the first refusal; each further one is twice as long. Something else may have ended both.
   */
  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);

  /** Bounds the memory; one end concerns a few releases. */
  private static final int MOST = 1_000;

  private final InstantSource clock;

  private final Map<String, Suspicion> suspicions = new ConcurrentHashMap<>();

  /** Namespaces, and until when. */
  private final Map<String, Instant> harmful = new ConcurrentHashMap<>();

  /**
   * A release, that may or does end the engine.
   *
   * @param until when the input is refused, if that is proven; else when the suspicion is forgotten
   * @param proven hash of the input that ended the engine twice
   * @param refusals how many there were in a row
   */
  private record Suspicion(Instant until, Optional<Integer> proven, int refusals) {
    /** Another input than the proven one, such as that of a rollback, is no danger. */
    boolean concerns(Subject subject) {
      return proven.isEmpty() || proven.get() == subject.input().hashCode();
    }

    /** What is not tried again soon after its refusal has gone. */
    boolean holds(Instant now) {
      return now.isBefore(proven.isEmpty() ? until : until.plus(PAUSE));
    }
  }

  Suspects(InstantSource clock) {
    this.clock = clock;
  }

  /** Notes that the engine ended while it worked on the release. */
  void suspect(Subject subject) {
    var now = clock.instant();
    suspicions.values().removeIf(suspicion -> !suspicion.holds(now));
    if (suspicions.size() >= MOST) {
      distrust(subject);
      return;
    }
    suspicions.merge(
        subject.release(),
        new Suspicion(now.plus(PAUSE), Optional.empty(), 0),
        (before, suspicion) -> before.concerns(subject) ? before : suspicion);
  }

  /** Notes that a process ended which worked on nothing but the release. */
  void condemn(Subject subject) {
    var proven = Optional.of(subject.input().hashCode());
    int refusals = suspicion(subject).map(Suspicion::refusals).orElse(0);
    var longer = FIRST_PAUSE.multipliedBy(1L << Math.min(refusals, 10));
    var pause = longer.compareTo(PAUSE) < 0 ? longer : PAUSE;
    suspicions.put(
        subject.release(), new Suspicion(clock.instant().plus(pause), proven, refusals + 1));
    distrust(subject);
  }

  /** Takes the namespace of the release apart for a while: the engine is lost for others by it. */
  void distrust(Subject subject) {
    harmful.put(subject.namespace(), clock.instant().plus(PAUSE));
  }

  /** Notes that the engine survived the request. */
  void acquit(Subject subject) {
    suspicions.computeIfPresent(
        subject.release(), (release, each) -> each.concerns(subject) ? null : each);
  }

  /** Whether the next request of the release runs apart. */
  boolean contains(Subject subject) {
    return isHarmful(subject) || suspicion(subject).isPresent() || isBesideASuspect(subject);
  }

  /** Whether a release of the same namespace was the cause, and not only a suspect. */
  boolean isHarmful(Subject subject) {
    return !harmful.isEmpty()
        && clock.instant().isBefore(harmful.getOrDefault(subject.namespace(), Instant.MIN));
  }

  private Optional<Suspicion> suspicion(Subject subject) {
    return Optional.ofNullable(suspicions.get(subject.release()))
        .filter(each -> each.concerns(subject));
  }

  private boolean isBesideASuspect(Subject subject) {
    var now = clock.instant();
    return suspicions.entrySet().stream()
        .filter(each -> each.getKey().startsWith(subject.namespace()))
        .map(Map.Entry::getValue)
        .anyMatch(each -> each.proven().isEmpty() && each.holds(now));
  }

  /** Returns when the same request is tried again, if it is refused now. */
  Optional<Instant> refusedUntil(Subject subject) {
    return suspicion(subject)
        .filter(each -> each.proven().isPresent())
        .map(Suspicion::until)
        .filter(clock.instant()::isBefore)
        .map(until -> until.truncatedTo(ChronoUnit.SECONDS));
  }
}
