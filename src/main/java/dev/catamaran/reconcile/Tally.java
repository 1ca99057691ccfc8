package dev.catamaran.reconcile;

import dev.catamaran.release.Backoff;
import java.time.Instant;
import java.util.Optional;

/** What an outcome does to the count of failures. */
enum Tally {
  /** Nothing was tried, or whether it is any good is still to be seen. */
  KEEP,

  /** All is well, or a person is asked to change something. */
  CLEAR,

  /** The input failed once more. */
  FAILURE,

  /** It could not be done once more, and the input is not to blame. */
  HINDRANCE;

  /** The failures after a pass over {@code input}. */
  Optional<Backoff> after(Optional<Backoff> before, String input, Instant now) {
    return switch (this) {
      case KEEP -> before;
      case CLEAR -> Optional.empty();
      case FAILURE -> Optional.of(Backoff.after(before, input, now));
      case HINDRANCE -> Optional.of(Backoff.afterHindrance(before, input, now));
    };
  }
}
