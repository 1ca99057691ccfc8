package dev.catamaran.chart;

import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Defaults and schemas of a chart and its subcharts. Reads the chart once, and caches recent
 * results of validation. Safe for many threads.
 */
public final class ChartValues {

  /** Number of cached results; each takes some hundred bytes. */
  private static final int REMEMBERED = 4096;

  private final ChartTree chart;
  private final ValuesSchemas schemas = new ValuesSchemas();
  private final Map<String, List<String>> answers =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<String>> eldest) {
          return size() > REMEMBERED;
        }
      };

  private ChartValues(ChartTree chart) {
    this.chart = chart;
  }

  /**
   * Reads the defaults and schemas of a chart.
   *
   * @param chart chart from {@link ChartLoader}
   * @throws InvalidChartException if its files have become invalid
   * @throws UncheckedIOException if its files cannot be read any more
   */
  public static ChartValues of(Chart chart) throws InvalidChartException {
    return new ChartValues(ChartTree.read(ChartDirectory.files(chart.path())));
  }

  /**
   * Returns the values that the chart's templates get: includes the defaults and the values of
   * enabled subcharts, copies globals to subcharts, and omits defaults that a null deletes.
   */
  public Values coalesce(Values values) {
    var tree = values.toTree();
    return Values.of(Coalescing.coalesce(EnabledSubcharts.of(chart, tree), tree));
  }

  /**
   * Returns the values' violations of values.schema.json, the chart's or a subchart's. Leaves a
   * chart with import-values to Helm, which resolves them itself.
   *
   * @return each with its path in {@code --set} syntax, in the order of discovery; never quotes a
   *     value
   */
  public List<String> violations(Values values) {
    if (!chart.hasSchema()) {
      return List.of();
    }
    var digest = values.digest();
    synchronized (answers) {
      var known = answers.get(digest);
      if (known != null) {
        return known;
      }
    }
    var tree = values.toTree();
    var enabled = EnabledSubcharts.of(chart, tree);
    var found = schemas.violations(enabled, Coalescing.coalesce(enabled, tree));
    synchronized (answers) {
      answers.put(digest, found);
    }
    return found;
  }
}
