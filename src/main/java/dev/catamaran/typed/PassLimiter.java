package dev.catamaran.typed;

import dev.catamaran.watch.RateLimit;
import io.javaoperatorsdk.operator.processing.event.rate.LinearRateLimiter;
import io.javaoperatorsdk.operator.processing.event.rate.RateLimiter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Lets so many passes of a primary begin in any stretch of time. (The SDK's own counts in fixed
 * stretches, and says how much of one has gone instead of how much is left.)
 *
 * @param limit for each primary alone
 */
public record PassLimiter(RateLimit limit, Clock clock) implements RateLimiter<PassLimiter.Passes> {

  /** When the latest passes of one primary began. */
  public static final class Passes implements RateLimiter.RateLimitState {
    private final Deque<Instant> begun = new ArrayDeque<>();

    private Passes() {}
  }

  /** One with the numbers of one of the SDK's. */
  static PassLimiter like(LinearRateLimiter limiter, Clock clock) {
    return new PassLimiter(
        new RateLimit(limiter.getLimitForPeriod(), limiter.getRefreshPeriod()), clock);
  }

  /** Empty if a pass may begin, which is counted then; else how long it has to wait. */
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
