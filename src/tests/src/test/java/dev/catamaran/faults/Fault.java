package dev.catamaran.faults;

import java.time.Duration;
import java.util.Optional;

/** What becomes of a request in place of its answer. */
public sealed interface Fault {

  /** It is answered by the proxy; the API server never sees it. */
  record Answer(int status, Optional<Duration> retryAfter) implements Fault {}

  /** Its connection is reset before the API server sees it. */
  record Reset() implements Fault {}

  /** It is never answered, and the API server never sees it. */
  record Silence() implements Fault {}

  /** It is carried out; its connection is reset in the middle of the answer's body. */
  record ResetInBody() implements Fault {}

  /** It is carried out; its connection is reset in place of the answer. */
  record LostAnswer() implements Fault {}

  /** It is carried out at once; the answer comes that much later. */
  record LateAnswer(Duration by) implements Fault {}

  /** It waits that long before the API server sees it. */
  record LateRequest(Duration by) implements Fault {}

  /** A watch that says nothing but this error, as the API server says that a version is too old. */
  record ErrorEvent(int code) implements Fault {}

  /** An answer of the proxy: 409, 410, 500, 503, 504, and what else may come. */
  static Fault answer(int status) {
    return new Answer(status, Optional.empty());
  }

  /** 429, to be asked again after so long. */
  static Fault tooManyRequests(Duration retryAfter) {
    return new Answer(429, Optional.of(retryAfter));
  }
}
