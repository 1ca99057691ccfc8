package dev.catamaran.manager;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.KindClasses.OfKind;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Reports the creation time of each primary, as the Go helm-operator does. Reads memory at each
 * scrape, so deleted primaries are not reported.
 */
record PrimaryAges(Supplier<Stream<OfKind>> primaries) implements Collector {
  private static final String NAME = "resource_created_at_seconds";
  private static final String HELP = "When a primary was made, in seconds since 1970";

  @Override
  public MetricFamilyDescriptor getMetricFamilyDescriptor() {
    return MetricFamilyDescriptor.gauge(NAME)
        .help(HELP)
        .labelNames("name", "namespace", "group", "version", "kind")
        .build();
  }

  @Override
  public MetricSnapshot collect() {
    var gauge = GaugeSnapshot.builder().name(NAME).help(HELP);
    primaries.get().map(PrimaryAges::age).forEach(gauge::dataPoint);
    return gauge.build();
  }

  private static GaugeDataPointSnapshot age(OfKind primary) {
    var meta = primary.getMetadata();
    var gvk = GroupVersionKind.parse(primary.getApiVersion(), primary.getKind());
    var namespace = Optional.ofNullable(meta.getNamespace()).orElse("");
    return GaugeDataPointSnapshot.builder()
        .labels(
            Labels.of(
                "name", meta.getName(),
                "namespace", namespace,
                "group", gvk.group(),
                "version", gvk.version(),
                "kind", gvk.kind()))
        .value((double) Instant.parse(meta.getCreationTimestamp()).getEpochSecond())
        .build();
  }
}
