package dev.catamaran.watch;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Options of a watch with either kind of source.
 *
 * @param reconcilePeriod time between two passes without an event; empty means the operator's
 *     default
 * @param maxConcurrentReconciles workers, at least 1; empty means the operator's default
 * @param selector the watched primaries; empty means all
 * @param retry delays before retries of failed passes; empty means {@link RetryPolicy#DEFAULT}, or
 *     the annotation of a reconciler's class
 * @param rateLimit maximum rate of passes over one primary; empty means no limit
 */
public record Options(
    Optional<Duration> reconcilePeriod,
    OptionalInt maxConcurrentReconciles,
    Selector selector,
    Optional<RetryPolicy> retry,
    Optional<RateLimit> rateLimit) {

  /** Defaults. */
  public static final Options DEFAULT =
      new Options(
          Optional.empty(),
          OptionalInt.empty(),
          Selector.everything(),
          Optional.empty(),
          Optional.empty());
}
