package dev.catamaran.composite;

import dev.catamaran.telemetry.PassOutcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The progress of the parts for one primary, between two passes. Pure.
 *
 * @param desired state that they worked on
 * @param wake time of the timer that the last pass requested
 * @param parts in order
 */
record Progress(Desired desired, Instant wake, List<PartState> parts) {

  /** Precision of timers, and the shortest wait. */
  private static final Duration MILLISECOND = Duration.ofMillis(1);

  Progress {
    parts = List.copyOf(parts);
  }

  /**
   * The desired state. A change of it makes earlier failures irrelevant.
   *
   * @param generation 0 for kinds without one
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

  /** Returns the progress before the first pass. */
  static Progress none(Desired desired, int parts) {
    return new Progress(desired, Instant.MIN, Collections.nCopies(parts, PartState.UNSEEN));
  }

  /**
   * Returns this progress, without failures if the desired state has changed. Another object of the
   * same name starts without progress.
   */
  Progress towards(Desired now) {
    if (now.equals(desired)) {
      return this;
    }
    return now.uid().equals(desired.uid())
        ? new Progress(now, wake, parts.stream().map(PartState::withoutFailures).toList())
        : none(now, parts.size());
  }

  /** Returns the progress after {@code inARow} failures of each part, with all retries due. */
  Progress failed(int inARow) {
    var failed = new PartState(inARow, Instant.MIN, false);
    return new Progress(desired, wake, Collections.nCopies(parts.size(), failed));
  }

  /**
   * Whether a part runs in a pass that begins now. A part without a failure always runs. A failing
   * part waits for its due time, unless an event and not a timer triggered the pass.
   */
  boolean isDue(int part, Instant now) {
    var state = parts.get(part);
    return !state.done() && (!state.fails() || !now.isBefore(state.due()) || now.isBefore(wake));
  }

  Progress after(List<PartState> states) {
    var next =
        states.stream()
            .filter(state -> !state.done())
            .map(PartState::due)
            .min(Comparator.naturalOrder())
            .orElse(Instant.MAX);
    return new Progress(desired, next, states);
  }

  /** Returns the outcome of the pass that led here; empty if no part is failing. */
  Optional<PassOutcome> outcome(Progress before) {
    if (parts.stream().noneMatch(PartState::fails)) {
      return Optional.empty();
    }
    boolean failedNow =
        parts.stream().anyMatch(state -> state.fails() && !before.parts.contains(state));
    return Optional.of(failedNow ? PassOutcome.FAILURE : PassOutcome.RETRY);
  }

  /** Whether all parts have cleaned up. */
  boolean isDone() {
    return parts.stream().allMatch(PartState::done);
  }

  /**
   * Returns the time from {@code now} to the next pass; not to be called after all parts are done.
   * It is a millisecond too long: {@link java.util.Timer}, which the SDK uses, counts from the
   * start of the present millisecond.
   */
  Duration untilWake(Instant now) {
    var left = Duration.between(now, wake).plusNanos(999_999).plus(MILLISECOND);
    return left.compareTo(MILLISECOND) < 0 ? MILLISECOND : Duration.ofMillis(left.toMillis());
  }
}
