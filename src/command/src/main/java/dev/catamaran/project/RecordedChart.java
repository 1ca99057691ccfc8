package dev.catamaran.project;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.rights.ChartRights;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watches;
import java.nio.file.Path;
import java.util.List;

/**
 * A chart, and how the operator uses it.
 *
 * @param folder with Chart.yaml in it
 */
public record RecordedChart(Path folder, ChartRights.Options options) {

  /** Returns a chart with the defaults of watches.yaml. */
  static RecordedChart of(Path folder) {
    return new RecordedChart(folder, options(false, CrdPolicy.CREATE));
  }

  /** Returns the chart of an API, used as its entry in watches.yaml says. */
  public static RecordedChart of(Path folder, GroupVersionKind gvk, Watches watches) {
    return watches.watches().stream()
        .filter(watch -> watch.gvk().equals(gvk))
        .map(Watch::source)
        .filter(HelmChart.class::isInstance)
        .map(HelmChart.class::cast)
        .map(chart -> new RecordedChart(folder, options(chart.gate().tests(), chart.crds())))
        .findFirst()
        .orElseGet(() -> of(folder));
  }

  /** People set values that enable what the defaults do not: their kinds are included. */
  private static ChartRights.Options options(boolean tests, CrdPolicy crds) {
    return new ChartRights.Options(List.of(), tests, true, crds);
  }
}
