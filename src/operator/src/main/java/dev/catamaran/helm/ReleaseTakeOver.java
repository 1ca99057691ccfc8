package dev.catamaran.helm;

import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.Revision.Origin;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
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
  private final ChartEngine engine;

  /** By digest: a few charts serve all releases of a cluster. */
  private final Map<String, PackagedChart> charts = new ConcurrentHashMap<>();

  ReleaseTakeOver(KubernetesClient client, ChartEngine engine) {
    this.client = client;
    this.engine = engine;
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
    var origin =
        new Origin(desired.primary(), inputDigest(newest, desired)).asking(Optional.empty());
    return new SecretBuilder(newest)
        .addToData(ReleasePayload.KEY, ReleaseEdits.withOrigin(newest, origin))
        .editMetadata()
        .withOwnerReferences()
        .endMetadata()
        .build();
  }

  /** Returns the wanted input digest if the revision was made from that input; else empty text. */
  private String inputDigest(Secret newest, DesiredRelease desired) {
    try {
      var chart =
          charts.computeIfAbsent(
              desired.chart().digest(), key -> PackagedChart.read(engine, desired.chart()));
      return Inheritance.of(HelmReleaseCodec.whole(newest).payload())
              .isSameAs(chart, desired.candidates())
          ? desired.inputDigest()
          : "";
    } catch (EngineException e) {
      if (!e.failure().blamesTheInput()) {
        throw e;
      }
      log.warn(
          "chart {} cannot be read: {}; release {} that is taken over is upgraded",
          desired.chart().name(),
          e.failure().message(),
          desired.release());
      return "";
    }
  }
}
