package dev.catamaran.chart;

import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a chart says of values: its defaults and its schemas, those of its subcharts included. Reads
 * the chart once, and remembers which values it has found good or bad lately. Safe for many
 * threads.
 */
public final class ChartValues {

  /** Answers remembered; each is some hundred bytes. */
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
   * Reads them.
   *
   * @param chart as {@link ChartLoader} gave it
   * @throws InvalidChartException if its files have gone bad since
   * @throws UncheckedIOException if they cannot be read any more
   */
  public static ChartValues of(Chart chart) throws InvalidChartException {
    return new ChartValues(ChartTree.read(ChartDirectory.files(chart.path())));
  }

  /**
   * The values as the chart's templates see them: those of enabled subcharts and the defaults
   * underneath, globals handed down, defaults that a null takes away left out.
   */
  public Values coalesce(Values values) {
    var tree = values.toTree();
    return Values.of(Coalescing.coalesce(EnabledSubcharts.of(chart, tree), tree));
  }

  /**
   * What of these values does not meet values.schema.json, the chart's or a subchart's. A chart
   * with import-values, which Helm resolves on its own, is left to Helm.
   *
   * @return each with its path in {@code --set} syntax, in the order found; never quotes a value
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
