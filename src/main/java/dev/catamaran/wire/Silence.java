package dev.catamaran.wire;

import java.time.Duration;

/**
 * For how long nothing may come before a connection counts as lost.
 *
 * @param ping how often a WebSocket is asked whether it is there; the other side answers by itself
 * @param socket for a WebSocket, from the last thing that came on it
 * @param response for an answer to begin, and to go on
 * @param watch for a watch over plain HTTP: the API server sends a bookmark about every minute
 */
public record Silence(Duration ping, Duration socket, Duration response, Duration watch) {
  /** A watch that is lost is noticed within a minute. */
  public static final Silence DEFAULT =
      new Silence(
          Duration.ofSeconds(20),
          Duration.ofSeconds(50),
          Duration.ofSeconds(60),
          Duration.ofMinutes(3));
}
