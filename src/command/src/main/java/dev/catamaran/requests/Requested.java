package dev.catamaran.requests;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.catamaran.run.TerminalText;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A written request to the operator, and what the operator makes of it.
 *
 * @param object kind and name
 * @param request what was written
 * @param result what happens now
 * @param next what the person can do next; may be empty
 */
public record Requested(
    String object, String namespace, String request, Answer answer, String result, String next)
    implements Outcome {
  /** The operator is at work within a second, unless it has many primaries. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** What the status says of a request. */
  public enum Answer {
    /** The operator does it. */
    ACCEPTED(0),
    /** The operator waits for something else first. */
    PENDING(0),

    /** A revision is not finished; the operator that makes it may have ended. */
    BUSY(3),
    /** The operator has tried it, in vain. */
    FAILED(1),
    /** The operator does not do it. */
    REFUSED(3),
    /** Nothing: perhaps nobody looks after the object. */
    NONE(3);

    private final int exitCode;

    Answer(int exitCode) {
      this.exitCode = exitCode;
    }
  }

  @Override
  public List<String> lines() {
    return Stream.of(TerminalText.oneLine(object + " " + result), next)
        .filter(line -> !line.isEmpty())
        .toList();
  }

  @JsonIgnore
  @Override
  public int exitCode() {
    return answer.exitCode;
  }

  /**
   * Waits some seconds for an answer in an object's status.
   *
   * @param written the object with the request
   * @param read returns what is of interest
   * @return the last state; empty if the object is gone
   */
  static <T> Optional<T> awaited(
      Resource<GenericKubernetesResource> object,
      GenericKubernetesResource written,
      Function<GenericKubernetesResource, T> read,
      Predicate<T> isAnswered) {
    return Watching.until(
        object,
        List.of(written),
        found -> found.stream().findFirst().map(read),
        found -> found.filter(now -> !isAnswered.test(now)).isEmpty(),
        PATIENCE,
        new Watching.Progress<Optional<T>>(PATIENCE, state -> "", line -> {}));
  }
}
