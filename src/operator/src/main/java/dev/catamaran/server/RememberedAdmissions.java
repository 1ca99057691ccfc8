package dev.catamaran.server;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Caches admissions for a short while, so that a scrape costs no request. Tokens themselves are not
 * stored.
 */
public final class RememberedAdmissions {
  /** Maximum delay until a granted or revoked right takes effect. */
  static final Duration REMEMBERED = Duration.ofSeconds(30);

  /**
   * Maximum number of entries: otherwise, a client that keeps sending new tokens fills the memory.
   */
  private static final int MOST = 1_000;

  /**
   * Maximum number of questions at once: each unknown token is one, and anybody may send tokens.
   */
  static final int QUESTIONS = 4;

  private static final Duration TO_ASK = Duration.ofSeconds(5);

  private record Answer(Admission admission, Instant until) {}

  private final Function<String, Admission> ask;
  private final Clock clock;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final Semaphore questions = new Semaphore(QUESTIONS, /* fair= */ true);

  public RememberedAdmissions(Function<String, Admission> ask, Clock clock) {
    this.ask = ask;
    this.clock = clock;
  }

  public Admission of(String token) {
    var now = clock.instant();
    var key = digest(token);
    var known = answers.get(key);
    if (known != null && now.isBefore(known.until())) {
      return known.admission();
    }
    var admission = asked(token);
    if (admission == Admission.BUSY) {
      return admission;
    }
    answers.values().removeIf(answer -> !now.isBefore(answer.until()));
    if (answers.size() < MOST) {
      answers.put(key, new Answer(admission, now.plus(REMEMBERED)));
    }
    return admission;
  }

  private Admission asked(String token) {
    try {
      if (!questions.tryAcquire(TO_ASK.toMillis(), TimeUnit.MILLISECONDS)) {
        return Admission.BUSY;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Admission.BUSY;
    }
    try {
      return ask.apply(token);
    } finally {
      questions.release();
    }
  }

  private static String digest(String token) {
    return DigestUtils.sha256Hex(token);
  }

  /** Decision about a request. */
  public enum Admission {
    /** The client has the right. */
    GRANTED,
    /** The client is unknown. */
    UNKNOWN,
    /** The client is known, but lacks the right. */
    FORBIDDEN,
    /** Too many clients are being asked about. */
    BUSY
  }
}
