package dev.catamaran.validation;

import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.Values;
import dev.catamaran.project.RecordedChart;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import java.util.stream.Stream;

/** A chart on disk, and the entry of watches.yaml that uses it. */
record ChartUse(Watch watch, HelmChart source, LocalChart chart) {

  /** Returns the charts on disk of an entry. */
  static Stream<ChartUse> of(Watch watch, LocalCharts charts) {
    return watch.source() instanceof HelmChart source
        ? source.charts().references().stream()
            .filter(ChartReference.Local.class::isInstance)
            .flatMap(local -> charts.at(((ChartReference.Local) local).path()).stream())
            .map(chart -> new ChartUse(watch, source, chart))
        : Stream.empty();
  }

  /** Returns the values of the entry: its overrides, as far as their variables are set. */
  Values overrides() {
    return RecordedChart.overrides(source);
  }
}
