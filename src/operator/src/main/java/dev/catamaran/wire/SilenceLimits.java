package dev.catamaran.wire;

import java.time.Duration;

/**
 * Longest silence before a connection counts as lost.
 *
 * @param ping interval of the pings to a WebSocket; the other side answers them by itself, and an
 *     unanswered one counts as a loss when the next one is due
 * @param response until an answer begins, and between its parts
 * @param watch for a watch over plain HTTP: the API server sends a bookmark about every minute
 */
public record SilenceLimits(Duration ping, Duration response, Duration watch) {
  /** Detects a lost watch within a minute. */
  public static final SilenceLimits DEFAULT =
      new SilenceLimits(Duration.ofSeconds(20), Duration.ofSeconds(60), Duration.ofMinutes(3));
}
