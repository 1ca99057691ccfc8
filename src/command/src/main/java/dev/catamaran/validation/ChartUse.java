package dev.catamaran.validation;

import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.InvalidOverrideException;
import dev.catamaran.chart.SetSyntax;
import dev.catamaran.chart.ValueOverride;
import dev.catamaran.chart.Values;
import dev.catamaran.project.OfflineEnvironment;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import java.util.ArrayList;
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
    var options = source.values();
    try {
      var overrides = new ArrayList<ValueOverride>();
      for (var override : options.overrides().entrySet()) {
        if (!OfflineEnvironment.isUnknown(override.getValue())) {
          overrides.add(SetSyntax.parse(override.getKey(), override.getValue(), options.typing()));
        }
      }
      return Values.empty().with(overrides);
    } catch (InvalidOverrideException e) {
      // The loader of watches.yaml reports it, or the schema of the chart does.
      return Values.empty();
    }
  }
}
