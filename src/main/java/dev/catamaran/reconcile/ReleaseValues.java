package dev.catamaran.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.ExactIntegers;
import dev.catamaran.chart.InvalidOverrideException;
import dev.catamaran.chart.OverrideTyping;
import dev.catamaran.chart.SetSyntax;
import dev.catamaran.chart.UnrepresentableNumberException;
import dev.catamaran.chart.ValueOverride;
import dev.catamaran.chart.Values;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.watch.ValueOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** From the spec to the values that a chart is rendered with. */
final class ReleaseValues {
  private final List<ValueOverride> overrides;
  private final List<ValueOverride> otherwiseTyped;

  ReleaseValues(ValueOptions options) {
    this.overrides = overrides(options, options.typing());
    this.otherwiseTyped = overrides(options, options.typing().other());
  }

  /**
   * The values of {@code primary}.
   *
   * @throws InvalidPrimaryException if its spec cannot be a chart's values
   */
  Values of(OfKind primary) throws InvalidPrimaryException {
    return of(primary, overrides);
  }

  /**
   * The values of {@code primary} if overrides were read the other way.
   *
   * @throws InvalidPrimaryException if its spec cannot be a chart's values
   */
  Values otherwiseTyped(OfKind primary) throws InvalidPrimaryException {
    return of(primary, otherwiseTyped);
  }

  private static Values of(OfKind primary, List<ValueOverride> overrides)
      throws InvalidPrimaryException {
    var spec = Primaries.spec(primary);
    if (!isMapping(spec)) {
      throw new InvalidPrimaryException(
          "spec must be an object: its fields are the chart's values");
    }
    try {
      return Values.of(spec).with(overrides);
    } catch (InvalidOverrideException e) {
      throw new InvalidPrimaryException("overrideValues: " + e.getMessage());
    }
  }

  /**
   * Those of the values that Helm would change, by their place in {@code --set} syntax.
   *
   * @throws InvalidPrimaryException if a number is too large for Helm
   */
  static SortedMap<String, Long> exactIntegers(Values values) throws InvalidPrimaryException {
    try {
      return ExactIntegers.of(values);
    } catch (UnrepresentableNumberException e) {
      throw new InvalidPrimaryException("spec." + e.getMessage());
    }
  }

  private static boolean isMapping(JsonNode spec) {
    return spec.isObject() || spec.isNull() || spec.isMissingNode();
  }

  private static List<ValueOverride> overrides(ValueOptions options, OverrideTyping typing) {
    var overrides = new ArrayList<ValueOverride>();
    options
        .overrides()
        .forEach(
            (key, value) -> {
              try {
                overrides.add(SetSyntax.parse(key, value, typing));
              } catch (InvalidOverrideException e) {
                throw new IllegalStateException("the loader let an override pass: " + key, e);
              }
            });
    return overrides;
  }
}
