package dev.catamaran.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One phase of one contender.
 *
 * @param size how many releases there are
 * @param round which repetition, from 1
 * @param outcome null if the phase failed
 * @param failure null if it did not
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Measurement(
    String contender,
    int size,
    int round,
    String phase,
    @Nullable Outcome outcome,
    @Nullable String failure) {

  /**
   * The figures of a phase that succeeded.
   *
   * @param operations how often the work of the phase was done
   * @param latencies by name
   */
  record Outcome(int operations, Usage usage, Map<String, Quantiles> latencies) {}

  /** The outcome; empty if the phase failed. */
  Optional<Outcome> succeeded() {
    return Optional.ofNullable(outcome);
  }
}
