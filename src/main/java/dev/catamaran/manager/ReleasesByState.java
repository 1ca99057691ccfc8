package dev.catamaran.manager;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.status.ReportedState;
import dev.catamaran.telemetry.KindLabel;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts the releases of each chart-backed watch by the state that their primaries' status tells,
 * from what is in memory when it is asked.
 */
final class ReleasesByState implements Collector {
  private static final String NAME = "catamaran_releases";
  private static final String HELP = "Releases by their state";
  private static final JsonMapper JSON = new JsonMapper();

  private final Supplier<List<GroupVersionKind>> watches;
  private final Function<GroupVersionKind, Stream<OfKind>> primaries;

  /**
   * Counts what {@code primaries} finds.
   *
   * @param watches the chart-backed ones
   */
  ReleasesByState(
      Supplier<List<GroupVersionKind>> watches,
      Function<GroupVersionKind, Stream<OfKind>> primaries) {
    this.watches = watches;
    this.primaries = primaries;
  }

  @Override
  public MetricFamilyDescriptor getMetricFamilyDescriptor() {
    return MetricFamilyDescriptor.gauge(NAME).help(HELP).labelNames("watch", "state").build();
  }

  @Override
  public MetricSnapshot collect() {
    var gauge = GaugeSnapshot.builder().name(NAME).help(HELP);
    for (var gvk : watches.get()) {
      var counts =
          primaries
              .apply(gvk)
              .collect(Collectors.groupingBy(ReleasesByState::state, Collectors.counting()));
      for (var state : ReportedState.values()) {
        gauge.dataPoint(point(gvk, state, counts));
      }
    }
    return gauge.build();
  }

  private static GaugeDataPointSnapshot point(
      GroupVersionKind gvk, ReportedState state, Map<ReportedState, Long> counts) {
    return GaugeDataPointSnapshot.builder()
        .labels(
            Labels.of("watch", KindLabel.of(gvk), "state", state.name().toLowerCase(Locale.ROOT)))
        .value(counts.getOrDefault(state, 0L))
        .build();
  }

  private static ReportedState state(OfKind primary) {
    var status =
        JSON.valueToTree(primary.getAdditionalProperties().getOrDefault("status", Map.of()));
    return ReportedState.of(
        ReleaseStatus.read(status, Instant.EPOCH, 0), primary.isMarkedForDeletion());
  }
}
