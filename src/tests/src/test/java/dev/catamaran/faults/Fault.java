package dev.catamaran.faults;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The fault of a request, instead of a normal answer. */
public sealed interface Fault {

  /** The proxy answers; the API server does not get the request. */
  record Answer(int status, Optional<Duration> retryAfter) implements Fault {}

  /** The proxy resets the connection; the API server does not get the request. */
  record Reset() implements Fault {}

  /** No answer comes; the API server does not get the request. */
  record Silence() implements Fault {}

  /**
   * The API server executes the request. The proxy resets the connection in the body of the answer.
   */
  record ResetInBody() implements Fault {}

  /** The API server executes the request. The proxy resets the connection before the answer. */
  record LostAnswer() implements Fault {}

  /** The proxy delays each part of the answer of a watch. */
  record LateEvents(Duration by) implements Fault {}

  /** The proxy holds the request until the stage ends. */
  record HeldRequest(CompletionStage<?> until) implements Fault {}

  /** A watch with only this error event, as for an expired resource version. */
  record ErrorEvent(int code) implements Fault {}

  /** An answer of the proxy with this status, such as 409, 410, 500, 503 or 504. */
  static Fault answer(int status) {
    return new Answer(status, Optional.empty());
  }

  /** An answer with 429 and the header {@code Retry-After}. */
  static Fault tooManyRequests(Duration retryAfter) {
    return new Answer(429, Optional.of(retryAfter));
  }
}
