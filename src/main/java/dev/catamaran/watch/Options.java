package dev.catamaran.watch;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a watch of either kind can set.
 *
 * @param reconcilePeriod time between two passes without an event; empty means the operator's
 *     default
 * @param maxConcurrentReconciles workers, at least 1; empty means the operator's default
 * @param selector which primaries are watched; empty means all
 * @param retry when passes that failed are tried again; empty means {@link RetryPolicy#DEFAULT}, or
 *     what a reconciler's class says
 * @param rateLimit how often one primary is looked at, at most; empty means without a limit
 */
public record Options(
    Optional<Duration> reconcilePeriod,
    OptionalInt maxConcurrentReconciles,
    Selector selector,
    Optional<RetryPolicy> retry,
    Optional<RateLimit> rateLimit) {

  /** What holds if nothing is set. */
  public static final Options DEFAULT =
      new Options(
          Optional.empty(),
          OptionalInt.empty(),
          Selector.everything(),
          Optional.empty(),
          Optional.empty());
}
