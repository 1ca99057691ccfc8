package dev.catamaran.project;

import dev.catamaran.chart.Chart;

final class ChartFiles {
  private ChartFiles() {}

  static String sample(ApiResource api, Chart chart) {
    return api.kind() + chart.name();
  }
}
