package dev.catamaran.typed;

import dev.catamaran.telemetry.PassOutcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How far the parts are with one primary, between two passes. Pure.
 *
 * @param desired what they worked on
 * @param wake when the timer rings that the last pass asked for
 * @param parts in order
 */
record Progress(Desired desired, Instant wake, List<PartState> parts) {

  /** A timer may ring a little late, but hardly ever early; times are whole milliseconds. */
  private static final Duration SHORTEST = Duration.ofMillis(1);

  Progress {
    parts = List.copyOf(parts);
  }

  /**
   * What of a primary makes earlier failures meaningless when it changes.
   *
   * @param generation 0 for kinds that have none
   */
  record Desired(String uid, long generation, boolean deleting) {
    static Desired of(HasMetadata primary) {
      var meta = primary.getMetadata();
      return new Desired(
          String.valueOf(meta.getUid()),
          Optional.ofNullable(meta.getGeneration()).orElse(0L),
          primary.isMarkedForDeletion());
    }
  }

  /** Nobody has looked yet. */
  static Progress none(Desired desired, int parts) {
    return new Progress(desired, Instant.MIN, Collections.nCopies(parts, PartState.UNSEEN));
  }

  /** The same, if need be for what is desired now; another object of the same name begins anew. */
  Progress towards(Desired now) {
    if (now.equals(desired)) {
      return this;
    }
    return now.uid().equals(desired.uid())
        ? new Progress(now, wake, parts.stream().map(PartState::anew).toList())
        : none(now, parts.size());
  }

  /**
   * Whether a part has its turn in a pass that begins now. One that is well always has; one that
   * fails waits for its time, unless the pass began by an event and not by a timer.
   */
  boolean hasTurn(int part, Instant now) {
    var state = parts.get(part);
    return !state.done() && (!state.fails() || !now.isBefore(state.due()) || now.isBefore(wake));
  }

  /** After a pass in which the parts came so far. */
  Progress after(List<PartState> states) {
    var next =
        states.stream()
            .filter(state -> !state.done())
            .map(PartState::due)
            .min(Comparator.naturalOrder())
            .orElse(Instant.MAX);
    return new Progress(desired, next, states);
  }

  /** How the pass ended that led here; empty if nothing failed, now or before. */
  Optional<PassOutcome> outcome(Progress before) {
    if (parts.stream().noneMatch(PartState::fails)) {
      return Optional.empty();
    }
    boolean failedNow =
        parts.stream().anyMatch(state -> state.fails() && !before.parts.contains(state));
    return Optional.of(failedNow ? PassOutcome.FAILURE : PassOutcome.RETRY);
  }

  /** Whether all have cleaned up. */
  boolean isDone() {
    return parts.stream().allMatch(PartState::done);
  }

  /** How long to wait for the next look, at {@code now}; not to be asked when all is done. */
  Duration untilWake(Instant now) {
    var left = Duration.ofMillis(Duration.between(now, wake).plusNanos(999_999).toMillis());
    return left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
  }
}
