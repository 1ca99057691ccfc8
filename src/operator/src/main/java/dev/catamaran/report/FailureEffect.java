package dev.catamaran.report;

import dev.catamaran.release.Backoff;
import java.time.Instant;
import java.util.Optional;

/** Effect of an outcome on the failure count. */
enum FailureEffect {
  /** Nothing was tried, or the result is not certain yet. */
  KEEP,

  /** All is well, or a person must change something. */
  CLEAR,

  /** The input failed once more. */
  FAILURE,

  /** The action failed once more, and the input is not to blame. */
  HINDRANCE;

  /** Returns the failures after a pass over {@code input}. */
  Optional<Backoff> after(Optional<Backoff> before, String input, Instant now) {
    return switch (this) {
      case KEEP -> before;
      case CLEAR -> Optional.empty();
      case FAILURE -> Optional.of(Backoff.after(before, input, now));
      case HINDRANCE -> Optional.of(Backoff.afterHindrance(before, input, now));
    };
  }
}
