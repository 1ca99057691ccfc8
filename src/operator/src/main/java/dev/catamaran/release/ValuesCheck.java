package dev.catamaran.release;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import java.util.List;
import java.util.Optional;

/** Port to the schemas of charts. */
@FunctionalInterface
public interface ValuesCheck {
  /**
   * Returns the violations of values.schema.json, the chart's or a subchart's.
   *
   * @param secrets what no log may show
   * @return each with its path in {@code --set} syntax, and never with a value; nothing if the
   *     chart has no schema
   * @throws EngineException if nobody can tell now
   */
  Optional<List<String>> violations(
      ReleaseKey release, Chart chart, Values values, SecretTexts secrets);
}
