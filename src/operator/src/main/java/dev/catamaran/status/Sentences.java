package dev.catamaran.status;

import dev.catamaran.kit.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The sentence about a failure, which only Ready has in a stored status: the other conditions that
 * say the same refer to it. Ready also has the attempts. Pure.
 */
public final class Sentences {
  /** The message of a condition that has the sentence of Ready. */
  public static final String REFERENCE = "see the condition Ready";

  private static final Set<String> REFERRING =
      Set.of(Reasons.RELEASE_FAILED, Reasons.IRRECONCILABLE, Reasons.STALLED);

  private static final String END =
      "; change the spec, or annotate it with catamaran.dev/reset-at. ";

  private static final Pattern ATTEMPT = Pattern.compile(" \\(attempt \\d[^()]*\\)\\z");
  private static final Pattern GIVEN_UP =
      Pattern.compile("\\Agiven up after \\d+ failures?" + Pattern.quote(END.strip()) + " ?");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

  private Sentences() {}

  /**
   * Returns a sentence with the attempt that failed.
   *
   * @param most the number of attempts; empty for no limit
   */
  public static String attempt(String sentence, int attempt, OptionalInt most, Instant next) {
    var limit = most.isPresent() ? " of " + most.getAsInt() : "";
    return "%s (attempt %d%s, next at %s UTC)"
        .formatted(withoutAttempt(sentence), attempt, limit, TIME.format(next));
  }

  /** Returns the sentence after the last attempt. */
  public static String givenUp(String sentence, int failures) {
    var count = failures == 1 ? "1 failure" : failures + " failures";
    return ("given up after " + count + END + cause(sentence)).strip();
  }

  /** Returns a sentence without the attempt, which changes while the failure stays the same. */
  public static String withoutAttempt(String sentence) {
    return ATTEMPT.matcher(sentence).replaceFirst("");
  }

  private static String cause(String sentence) {
    return GIVEN_UP.matcher(withoutAttempt(sentence)).replaceFirst("");
  }

  /** Returns the message of a condition in a stored status. */
  static String stored(Condition condition, Conditions all) {
    var message = condition.getMessage();
    return REFERRING.contains(condition.getType())
            && !message.isEmpty()
            && all.find(Reasons.READY)
                .filter(ready -> ready.getMessage().contains(message))
                .isPresent()
        ? REFERENCE
        : message;
  }

  /** Returns the sentence to which a message in a stored status refers. */
  static String read(String type, String message, String ready) {
    if (!message.equals(REFERENCE) || ready.isEmpty()) {
      return message;
    }
    return type.equals(Reasons.STALLED) ? withoutAttempt(ready) : cause(ready);
  }
}
