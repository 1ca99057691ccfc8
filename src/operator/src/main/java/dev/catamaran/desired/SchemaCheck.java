package dev.catamaran.desired;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartValues;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.chart.Values;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.status.Reasons;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks values against the values.schema.json of a chart before Helm is called. Each chart is read
 * once, by its digest.
 */
final class SchemaCheck {
  /** Limit, since the message of a condition may have 32768 characters. */
  private static final int MOST_LISTED = 50;

  private final Map<String, ChartValues> byDigest = new ConcurrentHashMap<>();

  /**
   * Checks {@code values}.
   *
   * @throws InvalidPrimaryException that names each violation by its path and rule
   */
  void check(Chart chart, Values values) throws InvalidPrimaryException {
    var violations = byDigest.computeIfAbsent(chart.digest(), d -> read(chart)).violations(values);
    if (!violations.isEmpty()) {
      throw new InvalidPrimaryException(
          Reasons.INVALID_VALUES,
          "the values do not meet values.schema.json of chart %s: %s"
              .formatted(chart.name(), listed(violations)));
    }
  }

  private static String listed(List<String> violations) {
    var listed = String.join("; ", violations.subList(0, Math.min(violations.size(), MOST_LISTED)));
    return violations.size() <= MOST_LISTED
        ? listed
        : listed + "; and " + (violations.size() - MOST_LISTED) + " more";
  }

  private static ChartValues read(Chart chart) {
    try {
      return ChartValues.of(chart);
    } catch (InvalidChartException e) {
      throw new IllegalStateException("the loader let a chart pass: " + e.getMessage(), e);
    }
  }
}
