package dev.catamaran.manager;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Optional;

/** Reports the running version, as {@code catamaran_build_info}. */
final class BuildInfo implements Collector {
  private static final String NAME = "catamaran_build";
  private static final String HELP = "Which version runs";

  /** Returns the running version; empty if it was not packaged. */
  static Optional<String> version() {
    return Optional.ofNullable(BuildInfo.class.getPackage().getImplementationVersion());
  }

  @Override
  public MetricFamilyDescriptor getMetricFamilyDescriptor() {
    return MetricFamilyDescriptor.info(NAME).help(HELP).labelNames("version").build();
  }

  @Override
  public MetricSnapshot collect() {
    var version = version().orElse("development");
    return InfoSnapshot.builder()
        .name(NAME)
        .help(HELP)
        .dataPoint(InfoDataPointSnapshot.builder().labels(Labels.of("version", version)).build())
        .build();
  }
}
