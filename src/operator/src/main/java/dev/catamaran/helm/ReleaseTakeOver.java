package dev.catamaran.helm;

import dev.catamaran.chart.Chart;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.Revision.Origin;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adopts releases of the Go operators: writes our origin into the newest revision, and ends the
 * primary's ownership of the Secrets. With that ownership, a foreground deletion would collect the
 * history before the uninstall that needs it.
 */
final class ReleaseTakeOver {
  private static final Logger log = LoggerFactory.getLogger(ReleaseTakeOver.class);
  private static final String DISOWN = "{\"metadata\":{\"ownerReferences\":null}}";

  private final KubernetesClient client;

  /** By digest: a few charts serve all releases of a cluster. */
  private final Map<String, Optional<PackagedChart>> charts = new ConcurrentHashMap<>();

  ReleaseTakeOver(KubernetesClient client) {
    this.client = client;
  }

  /** Ends the ownership of the Secrets of revisions that are not the newest. */
  void disown(List<Secret> secrets) {
    secrets.stream()
        .filter(secret -> !secret.getMetadata().getOwnerReferences().isEmpty())
        .forEach(
            secret -> client.resource(secret).patch(PatchContext.of(PatchType.JSON_MERGE), DISOWN));
  }

  /** Returns the new content of the newest revision's Secret. */
  Secret of(Secret newest, DesiredRelease desired) {
    var origin = new Origin(desired.primary(), inputDigest(newest, desired));
    return new SecretBuilder(newest)
        .addToData(ReleasePayload.KEY, ReleaseEdits.withOrigin(newest, origin))
        .editMetadata()
        .withOwnerReferences()
        .endMetadata()
        .build();
  }

  /** Returns the wanted input digest if the revision was made from that input; else empty text. */
  private String inputDigest(Secret newest, DesiredRelease desired) {
    var chart = charts.computeIfAbsent(desired.chart().digest(), key -> read(desired.chart()));
    var inherited = Inheritance.of(HelmReleaseCodec.whole(newest).payload());
    boolean isSame = chart.filter(c -> inherited.isSameAs(c, desired.candidates())).isPresent();
    return isSame ? desired.inputDigest() : "";
  }

  private static Optional<PackagedChart> read(Chart chart) {
    // Its process ends at once: releases are taken over once in their lives.
    try (var engine = ChartEngine.start()) {
      return Optional.of(PackagedChart.read(engine, chart));
    } catch (EngineException | UncheckedIOException e) {
      log.warn(
          "chart {} cannot be read: {}; releases of it that are taken over are upgraded",
          chart.name(),
          e.getMessage());
      return Optional.empty();
    }
  }
}
