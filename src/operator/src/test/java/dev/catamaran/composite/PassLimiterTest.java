package dev.catamaran.composite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.watch.RateLimit;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PassLimiterTest {
  private static final Optional<Duration> FREE = Optional.empty();

  private Instant now = Instant.parse("2026-03-01T12:00:00Z");
  private final InstantSource source = () -> now;
  private final Clock clock = source.withZone(ZoneOffset.UTC);
  private final PassLimiter limiter =
      new PassLimiter(new RateLimit(2, Duration.ofSeconds(60)), clock);
  private final PassLimiter.Passes passes = limiter.initState();

  @Test
  void limitsPassesAndReportsTheWait() {
    assertEquals(FREE, limiter.isLimited(passes));
    now = now.plusSeconds(10);
    assertEquals(FREE, limiter.isLimited(passes));
    now = now.plusSeconds(10);
    assertEquals(Optional.of(Duration.ofSeconds(40)), limiter.isLimited(passes));
  }

  @Test
  void countsInASlidingWindow() {
    limiter.isLimited(passes);
    now = now.plusSeconds(59);
    limiter.isLimited(passes);
    now = now.plusSeconds(1);
    assertEquals(FREE, limiter.isLimited(passes));
    assertEquals(Optional.of(Duration.ofSeconds(59)), limiter.isLimited(passes));
  }

  @Test
  void countsEachPrimarySeparately() {
    limiter.isLimited(passes);
    limiter.isLimited(passes);
    assertEquals(FREE, limiter.isLimited(limiter.initState()));
  }
}
