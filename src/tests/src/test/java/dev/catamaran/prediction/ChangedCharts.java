package dev.catamaran.prediction;

import java.util.List;
import java.util.stream.Stream;

/** The table: charts of src/tests/src/test/charts and the chart of {@code helm create}. */
public final class ChangedCharts {
  /** The group of the definition in a chart. */
  static final String DEFINED_GROUP = ".fleet.predicted.catamaran.dev";

  private ChangedCharts() {}

  /** All charts with their rows; each chart once. */
  public static List<ChangedChart> all() {
    return Stream.of(
            ValueRows.charts(), ObjectRows.charts(), RefusedRows.charts(), FieldRows.charts())
        .flatMap(List::stream)
        .toList();
  }
}
