package dev.catamaran.manifests;

import dev.catamaran.chart.ValueOverride;
import dev.catamaran.chart.ValueOverride.InvalidOverrideException;
import dev.catamaran.chart.Values;
import dev.catamaran.project.OfflineEnvironment;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.rights.ChartRights.Options;
import dev.catamaran.watch.Watch.Source.HelmChart;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;

/**
 * A chart, and how the operator uses it.
 *
 * @param folder with Chart.yaml in it
 */
public record RecordedChart(Path folder, Options options) {

  /** Returns a chart with the defaults of watches.yaml. */
  public static RecordedChart of(Path folder) {
    return new RecordedChart(folder, new Options(false, CrdPolicy.CREATE, Values.empty().toTree()));
  }

  /** Returns a chart, used as its entry in watches.yaml says, if it has one. */
  static RecordedChart of(Path folder, Optional<HelmChart> entry) {
    return entry
        .map(
            chart ->
                new RecordedChart(
                    folder,
                    new Options(chart.gate().tests(), chart.crds(), overrides(chart).toTree())))
        .orElseGet(() -> of(folder));
  }

  /** Returns the overrides of an entry, as far as their variables are set. */
  public static Values overrides(HelmChart source) {
    var options = source.values();
    try {
      var overrides = new ArrayList<ValueOverride>();
      for (var override : options.overrides().entrySet()) {
        if (!OfflineEnvironment.isUnknown(override.getValue())) {
          overrides.add(
              ValueOverride.parse(override.getKey(), override.getValue(), options.typing()));
        }
      }
      return Values.empty().with(overrides);
    } catch (InvalidOverrideException e) {
      // The loader of watches.yaml reports it, or the schema of the chart does.
      return Values.empty();
    }
  }
}
