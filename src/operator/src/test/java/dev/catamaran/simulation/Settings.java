package dev.catamaran.simulation;

import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ValueOverride.OverrideTyping;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.RemediationPolicy;
import dev.catamaran.release.RemediationPolicy.InstallRemedy;
import dev.catamaran.release.RemediationPolicy.UpgradeRemedy;
import dev.catamaran.watch.Watch.DeniedAnnotations;
import dev.catamaran.watch.Watch.DriftOptions;
import dev.catamaran.watch.Watch.DriftPolicy;
import dev.catamaran.watch.Watch.Gate;
import dev.catamaran.watch.Watch.Placement;
import dev.catamaran.watch.Watch.Source.HelmChart;
import dev.catamaran.watch.Watch.ValueOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What watches.yaml says in one history.
 *
 * @param waits whether a revision must become ready
 */
record Settings(
    InstallRemedy install,
    UpgradeRemedy upgrade,
    int retries,
    int maxHistory,
    DriftPolicy drift,
    boolean waits) {
  static final Duration TIMEOUT = Duration.ofSeconds(30);

  Settings with(InstallRemedy newInstall, UpgradeRemedy newUpgrade, DriftPolicy newDrift) {
    return new Settings(newInstall, newUpgrade, retries, maxHistory, newDrift, waits);
  }

  HelmChart source() {
    return new HelmChart(
        new ChartOffer.Single(new ChartReference.Local(Path.of("cache"))),
        new ValueOptions(List.of(), Map.of(), OverrideTyping.TYPED),
        /* watchDependentResources= */ true,
        maxHistory,
        new Gate(waits, /* tests= */ false, TIMEOUT),
        new RemediationPolicy(install, upgrade, retries),
        CrdPolicy.SKIP,
        new DriftOptions(drift, List.of()),
        List.of(),
        Placement.DEFAULT,
        Set.of(),
        DeniedAnnotations.NONE,
        Optional.empty());
  }
}
