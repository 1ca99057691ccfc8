package dev.catamaran.manager;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Optional;

/** Tells which version runs, as {@code catamaran_build_info}. */
final class BuildInfo implements Collector {
  private static final String NAME = "catamaran_build";

  /** The version that runs; empty for one that was not packaged. */
  static Optional<String> version() {
    return Optional.ofNullable(BuildInfo.class.getPackage().getImplementationVersion());
  }

  @Override
  public String getPrometheusName() {
    return NAME;
  }

  @Override
  public MetricSnapshot collect() {
    var version = version().orElse("development");
    return InfoSnapshot.builder()
        .name(NAME)
        .help("Which version runs")
        .dataPoint(InfoDataPointSnapshot.builder().labels(Labels.of("version", version)).build())
        .build();
  }
}
