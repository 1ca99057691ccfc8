package dev.catamaran.desired;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ValueOverride.OverrideTyping;
import dev.catamaran.cluster.ReferencedObjects;
import dev.catamaran.extension.ExtensionsFixture;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.primary.KnownSecrets;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.watch.Watch.Placement;
import dev.catamaran.watch.Watch.ValueOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Creates the reading of primaries of a kind with one chart. */
final class DesiredReleasesFixture {
  private DesiredReleasesFixture() {}

  /**
   * With this chart and these overrides.
   *
   * @param client gets no request from primaries without references
   */
  static DesiredReleases of(
      KubernetesClient client,
      Chart chart,
      Map<String, String> overrides,
      ChartExtension... extensions) {
    var offer = new ChartOffer.Single(new ChartReference.Local(chart.path()));
    return new DesiredReleases(
        "ours",
        new ChartChoice(
            offer,
            named -> chart,
            Overrides.of(new ValueOptions(List.of(), overrides, OverrideTyping.TYPED))),
        new ReleaseValues(
            offer,
            List.of(),
            new Rights(Placement.DEFAULT, Set.of()),
            ExtensionsFixture.of(client, extensions),
            new ReferencedValues(new ReferencedObjects(account -> client, primary -> {})),
            new KnownSecrets(),
            // Charts of these tests have no schema.
            (release, charted, values, secrets) -> Optional.empty()),
        Duration.ofMinutes(5),
        CrdPolicy.CREATE,
        DriftRules.none(),
        (release, input) -> input);
  }
}
