package dev.catamaran.importing;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.ReleasedChart;
import dev.catamaran.helm.StoredRelease;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A release in the cluster.
 *
 * @param newest its newest revision
 * @param whole the same as its Secret holds it
 */
record FoundRelease(Revision newest, StoredRelease whole) implements Live {
  private static final String FLUX = "helm.toolkit.fluxcd.io/";

  ReleasedChart chart() {
    return new ReleasedChart(whole);
  }

  @Override
  public ReleaseKey key() {
    return newest.release();
  }

  @Override
  public Optional<ReleasedChart> stored() {
    return Optional.of(chart());
  }

  @Override
  public Adoption adoption() {
    return new Adoption(PrimaryAnnotations.ADOPT_RELEASE, "true");
  }

  @Override
  public boolean isOf(Chart chart, ChartEngine engine) {
    return chart().isOf(chart, engine);
  }

  @Override
  public boolean hasValues(Chart chart, Values values, ChartEngine engine) {
    return chart().hasValues(chart, values, engine);
  }

  @Override
  public String chartVersion() {
    return newest.chart().version();
  }

  /** Returns the values that its people gave. */
  Values values() {
    return Values.of(whole.payload().path("config"));
  }

  @Override
  public String chartName() {
    return newest.chart().name();
  }

  @Override
  public String title() {
    return "%s, revision %d".formatted(newest.release(), newest.number());
  }

  /** Returns why an operator cannot take it over as it is; empty if it can. */
  Optional<String> obstacle() {
    if (newest.origin().isPresent()) {
      return Optional.of(
          "it belongs to %s, which a Catamaran operator made"
              .formatted(newest.origin().get().primary()));
    }
    if (newest.ownerUid().isPresent()) {
      return Optional.of(
          "a custom resource of another operator owns it; docs/migrate/from-go-operators.md says how to move that");
    }
    if (newest.status() != RevisionStatus.DEPLOYED) {
      return Optional.of(
          "its newest revision is %s; end that with helm upgrade or helm rollback, because only deployed releases are taken over"
              .formatted(newest.status().helmName()));
    }
    return newest.manifest().problem().map(problem -> "its manifest cannot be read: " + problem);
  }

  /** Returns namespace and name of the HelmRelease of Flux that made it. */
  Optional<String> helmRelease() {
    return newest.manifest().objects().stream()
        .map(ManifestObject::content)
        .map(object -> object.path("metadata").path("labels"))
        .filter(labels -> labels.has(FLUX + "name"))
        .map(
            labels ->
                labels.path(FLUX + "namespace").asText()
                    + "/"
                    + labels.path(FLUX + "name").asText())
        .filter(Predicate.not("/"::equals))
        .findFirst();
  }
}
