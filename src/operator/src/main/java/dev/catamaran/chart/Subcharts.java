package dev.catamaran.chart;

import java.util.List;
import java.util.Optional;

/** The charts in a chart's charts/ folder, unpacked or packaged. */
final class Subcharts {

  private Subcharts() {}

  /** Returns the subcharts of a valid chart. */
  static List<ChartFiles> of(ChartFiles chart) {
    var charts = chart.within("charts");
    return charts.names().stream()
        .filter(Subcharts::isLookedAt)
        .flatMap(name -> files(charts, name).stream())
        .toList();
  }

  /**
   * Returns whether Helm reads an entry. Helm skips names that start with _ or a dot, and
   * signatures.
   */
  static boolean isLookedAt(String name) {
    return !name.startsWith("_") && !name.startsWith(".");
  }

  private static Optional<ChartFiles> files(ChartFiles charts, String name) {
    var file = charts.bytes(name);
    if (file.isEmpty()) {
      return Optional.of(charts.within(name));
    }
    if (!name.endsWith(".tgz")) {
      return Optional.empty();
    }
    try {
      return Optional.of(ChartArchive.unpack(file.get()));
    } catch (ChartArchive.RefusedException e) {
      throw new IllegalStateException("the loader let a package pass", e);
    }
  }
}
