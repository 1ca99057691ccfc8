package dev.catamaran.kit;

import java.util.List;
import java.util.stream.Stream;

/**
 * A {@link Validator}'s decision about an object. It can contain all problems at once:
 *
 * <pre>{@code
 * return Verdict.allow()
 *     .refuseIf(size > MOST, "spec.size", "must be at most " + MOST)
 *     .warnIf(size == 0, "nothing will run: spec.size is 0");
 * }</pre>
 *
 * @param refusals reasons for the refusal; empty if the object is allowed
 * @param warnings for the user in either case; kubectl prints each on a line
 */
public record Verdict(List<Refusal> refusals, List<String> warnings) {
  private static final Verdict ALLOWED = new Verdict(List.of(), List.of());

  /**
   * One problem.
   *
   * @param field path from the top, such as {@code spec.size}; empty for the whole object
   * @param problem what is wrong with it, to be read after the field
   */
  public record Refusal(String field, String problem) {}

  /** Copies the lists. */
  public Verdict {
    refusals = List.copyOf(refusals);
    warnings = List.copyOf(warnings);
  }

  /** Returns a verdict without problems. */
  public static Verdict allow() {
    return ALLOWED;
  }

  /**
   * Returns a verdict with one problem.
   *
   * @param field path from the top, such as {@code spec.size}; empty for the whole object
   * @param problem what is wrong with it, to be read after the field
   */
  public static Verdict refuse(String field, String problem) {
    return new Verdict(List.of(new Refusal(field, problem)), List.of());
  }

  /** Returns a verdict that allows, with a warning. */
  public static Verdict warn(String warning) {
    return new Verdict(List.of(), List.of(warning));
  }

  /** Returns this verdict, with another refusal if the condition holds. */
  public Verdict refuseIf(boolean condition, String field, String problem) {
    return condition ? and(refuse(field, problem)) : this;
  }

  /** Returns this verdict, with another warning if the condition holds. */
  public Verdict warnIf(boolean condition, String warning) {
    return condition ? and(warn(warning)) : this;
  }

  /** Combines both verdicts: allowed only if both allow. */
  public Verdict and(Verdict other) {
    return new Verdict(
        Stream.concat(refusals.stream(), other.refusals.stream()).toList(),
        Stream.concat(warnings.stream(), other.warnings.stream()).toList());
  }

  /** Returns whether there are no refusals. */
  public boolean isAllowed() {
    return refusals.isEmpty();
  }
}
