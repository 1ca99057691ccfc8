package dev.catamaran.watch;

import dev.catamaran.chart.OverrideTyping;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a chart's values are made of, beside the spec.
 *
 * @param from kept in Secrets and ConfigMaps, a later one over an earlier, all below the spec
 * @param overrides key to value in {@code --set} syntax, environment variables expanded and
 *     templates evaluated, in the file's order; above the spec
 * @param typing what the overrides' texts become
 * @param variables what overrides have from the environment, which may be secret
 */
public record ValueOptions(
    List<ValuesReference> from,
    Map<String, String> overrides,
    OverrideTyping typing,
    Set<String> variables) {
  public ValueOptions {
    from = List.copyOf(from);
    overrides = Collections.unmodifiableMap(new LinkedHashMap<>(overrides));
    variables = Set.copyOf(variables);
  }

  /** Nothing of them is from the environment. */
  public ValueOptions(
      List<ValuesReference> from, Map<String, String> overrides, OverrideTyping typing) {
    this(from, overrides, typing, Set.of());
  }

  /** Without the overrides' values, which may come from secrets. */
  @Override
  public String toString() {
    return "from " + from + ", overrides " + overrides.keySet();
  }
}
