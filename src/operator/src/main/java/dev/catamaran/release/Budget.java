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

  /**
   * It failed too often; a person must decide.
   *
   * @param failures number of failures in a row
   * @param heldUntil end of the delay after the last failure, for what is repeated nevertheless;
   *     empty if it is over
   */
  record Spent(int failures, Optional<Instant> heldUntil) implements Budget {}

  static Budget of(
      Optional<Backoff> failures,
      String input,
      RemediationPolicy policy,
      Backoff.Delays delays,
      Instant now) {
    var failed = failures.filter(f -> ReleaseInput.isSame(f.inputDigest(), input));
    if (failed.isEmpty()) {
      return new Untouched();
    }
    var heldUntil = failed.get().holdUntil(delays, now);
    if (policy.isSpent(failed.get().toBlame())) {
      return new Spent(failed.get().count(), heldUntil);
    }
    return heldUntil.<Budget>map(HeldUntil::new).orElseGet(Left::new);
  }
}
