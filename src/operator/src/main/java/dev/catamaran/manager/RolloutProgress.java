package dev.catamaran.manager;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.rollout.Rollouts;
import dev.catamaran.telemetry.KindLabel;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.function.Supplier;

/**
 * Counts the primaries of open rollouts by how far they are. Reads memory at each scrape.
 *
 * @param watches the chart-backed ones
 */
record RolloutProgress(Supplier<List<GroupVersionKind>> watches, Rollouts rollouts)
    implements Collector {
  private static final String NAME = "catamaran_rollout_primaries";
  private static final String HELP = "Primaries of open rollouts by how far they are";

  @Override
  public MetricFamilyDescriptor getMetricFamilyDescriptor() {
    return MetricFamilyDescriptor.gauge(NAME).help(HELP).labelNames("watch", "state").build();
  }

  @Override
  public MetricSnapshot collect() {
    var gauge = GaugeSnapshot.builder().name(NAME).help(HELP);
    for (var gvk : watches.get()) {
      rollouts
          .progress(gvk)
          .forEach(
              (state, count) ->
                  gauge.dataPoint(
                      GaugeDataPointSnapshot.builder()
                          .labels(Labels.of("watch", KindLabel.of(gvk), "state", state))
                          .value(count)
                          .build()));
    }
    return gauge.build();
  }
}
