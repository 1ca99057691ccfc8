package dev.catamaran.release;

import java.time.Instant;
import java.util.Optional;

/** Whether an input may be deployed now. */
public sealed interface Budget {

  /** It has not failed. */
  record Untouched() implements Budget {}

  /** It failed before, and a retry is due. */
  record Left() implements Budget {}

  /** It failed shortly before; the retry is due at {@code until}. */
  record HeldUntil(Instant until) implements Budget {}

  /** It failed too often; a person must decide. */
  record Spent(int failures) implements Budget {}

  /** Returns the budget of {@code input} at {@code now}. */
  static Budget of(
      Optional<Backoff> failures,
      String input,
      RemediationPolicy policy,
      Backoff.Delays delays,
      Instant now) {
    var failed = failures.filter(f -> f.inputDigest().equals(input));
    if (failed.isEmpty()) {
      return new Untouched();
    }
    if (policy.isSpent(failed.get().toBlame())) {
      return new Spent(failed.get().count());
    }
    return failed.get().holdUntil(delays, now).<Budget>map(HeldUntil::new).orElseGet(Left::new);
  }
}
