package dev.catamaran.desired;

import dev.catamaran.chart.ValueOverride;
import dev.catamaran.chart.ValueOverride.InvalidOverrideException;
import dev.catamaran.chart.ValueOverride.OverrideTyping;
import dev.catamaran.chart.Values;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.watch.Watch.ValueOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * The parsed {@code overrideValues} of a watch.
 *
 * @param read each override, as the watch types it
 * @param otherwise the same in the other typing: the Go operators differ in it
 * @param variables texts from the environment that no message may show
 * @param digest of the overrides, not for everybody; empty without overrides
 */
public record Overrides(
    List<ValueOverride> read, List<ValueOverride> otherwise, SecretTexts variables, String digest) {

  /** Parses the overrides that the loader accepted. */
  public static Overrides of(ValueOptions options) {
    return new Overrides(
        parsed(options, options.typing()),
        parsed(options, options.typing().other()),
        SecretTexts.of(options.variables()),
        options.digest());
  }

  /**
   * Returns {@code values} with the overrides.
   *
   * @throws InvalidPrimaryException if an override does not fit
   */
  Values over(Values values) throws InvalidPrimaryException {
    return over(values, read);
  }

  /**
   * Returns the same in the other typing.
   *
   * @throws InvalidPrimaryException if an override does not fit
   */
  Values otherwiseOver(Values values) throws InvalidPrimaryException {
    return over(values, otherwise);
  }

  public Values alone() {
    try {
      return Values.empty().with(read);
    } catch (InvalidOverrideException e) {
      throw new IllegalStateException("an override passes through another one", e);
    }
  }

  private static Values over(Values values, List<ValueOverride> overrides)
      throws InvalidPrimaryException {
    try {
      return values.with(overrides);
    } catch (InvalidOverrideException e) {
      throw new InvalidPrimaryException("overrideValues: " + e.getMessage());
    }
  }

  private static List<ValueOverride> parsed(ValueOptions options, OverrideTyping typing) {
    var overrides = new ArrayList<ValueOverride>();
    options
        .overrides()
        .forEach(
            (key, value) -> {
              try {
                overrides.add(ValueOverride.parse(key, value, typing));
              } catch (InvalidOverrideException e) {
                throw new IllegalStateException("the loader let an override pass: " + key, e);
              }
            });
    return overrides;
  }
}
