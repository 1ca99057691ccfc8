package dev.catamaran.watch;

import dev.catamaran.chart.OverrideTyping;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a chart's values are made of, beside the spec.
 *
 * @param overrides key to value in {@code --set} syntax, environment variables expanded, in the
 *     file's order
 * @param typing what the overrides' texts become
 */
public record ValueOptions(Map<String, String> overrides, OverrideTyping typing) {
  public ValueOptions {
    overrides = Collections.unmodifiableMap(new LinkedHashMap<>(overrides));
  }

  /** Without the overrides' values, which may come from secrets. */
  @Override
  public String toString() {
    return "overrides " + overrides.keySet();
  }
}
