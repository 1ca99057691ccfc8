package dev.catamaran.composite;

import dev.catamaran.watch.Options.RateLimit;
import io.javaoperatorsdk.operator.processing.event.rate.LinearRateLimiter;
import io.javaoperatorsdk.operator.processing.event.rate.RateLimiter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Limits the passes of a primary in any time window. (The SDK's limiter uses fixed windows, and
 * returns the elapsed part of a window instead of the remaining part.)
 *
 * @param limit for each primary separately
 */
public record PassLimiter(RateLimit limit, Clock clock) implements RateLimiter<PassLimiter.Passes> {

  /** The times at which the latest passes of one primary began. */
  public static final class Passes implements RateLimiter.RateLimitState {
    private final Deque<Instant> begun = new ArrayDeque<>();

    private Passes() {}
  }

  static PassLimiter like(LinearRateLimiter limiter, Clock clock) {
    return new PassLimiter(
        new RateLimit(limiter.getLimitForPeriod(), limiter.getRefreshPeriod()), clock);
  }

  /** Returns empty if a pass may begin, and counts that pass; else returns the time to wait. */
  @Override
  public Optional<Duration> isLimited(RateLimiter.RateLimitState state) {
    var begun = ((Passes) state).begun;
    var now = clock.instant();
    begun.removeIf(pass -> !now.isBefore(pass.plus(limit.per())));
    if (begun.size() < limit.passes()) {
      begun.addLast(now);
      return Optional.empty();
    }
    return Optional.of(Duration.between(now, begun.getFirst().plus(limit.per())));
  }

  @Override
  public Passes initState() {
    return new Passes();
  }
}
