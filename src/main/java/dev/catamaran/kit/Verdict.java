package dev.catamaran.kit;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a {@link Validator} thinks of an object. All that is wrong can be told at once:
 *
 * <pre>{@code
 * return Verdict.allow()
 *     .refuseIf(size > MOST, "spec.size", "must be at most " + MOST)
 *     .warnIf(size == 0, "nothing will run: spec.size is 0");
 * }</pre>
 *
 * @param refusals why it is refused; empty if it is allowed
 * @param warnings what the person should know either way; kubectl prints each on a line
 */
public record Verdict(List<Refusal> refusals, List<String> warnings) {
  private static final Verdict ALLOWED = new Verdict(List.of(), List.of());

  /**
   * One thing that is wrong.
   *
   * @param field path from the top, such as {@code spec.size}; empty for the whole object
   * @param problem what is wrong with it, to be read behind the field
   */
  public record Refusal(String field, String problem) {}

  /** Copies the lists. */
  public Verdict {
    refusals = List.copyOf(refusals);
    warnings = List.copyOf(warnings);
  }

  /** Nothing is wrong. */
  public static Verdict allow() {
    return ALLOWED;
  }

  /**
   * Something is wrong.
   *
   * @param field path from the top, such as {@code spec.size}; empty for the whole object
   * @param problem what is wrong with it, to be read behind the field
   */
  public static Verdict refuse(String field, String problem) {
    return new Verdict(List.of(new Refusal(field, problem)), List.of());
  }

  /** Allowed, but the person is told something. */
  public static Verdict warn(String warning) {
    return new Verdict(List.of(), List.of(warning));
  }

  /** This and, where the condition holds, a refusal more. */
  public Verdict refuseIf(boolean condition, String field, String problem) {
    return condition ? and(refuse(field, problem)) : this;
  }

  /** This and, where the condition holds, a warning more. */
  public Verdict warnIf(boolean condition, String warning) {
    return condition ? and(warn(warning)) : this;
  }

  /** Both: allowed only if both allow. */
  public Verdict and(Verdict other) {
    return new Verdict(
        Stream.concat(refusals.stream(), other.refusals.stream()).toList(),
        Stream.concat(warnings.stream(), other.warnings.stream()).toList());
  }

  /** Whether nothing is wrong. */
  public boolean isAllowed() {
    return refusals.isEmpty();
  }
}
