package dev.catamaran.execute;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartDefinitions;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.cluster.ApiFailures;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.Definitions;
import dev.catamaran.helm.ReleaseSize;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.release.AllowedPlace;
import dev.catamaran.release.Confinement;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Unconfined;
import dev.catamaran.release.EngineFailure.Unreachable;
import dev.catamaran.release.EngineFailure.Unrenderable;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Prepares a revision, since Helm does this too late or not at all: refuses a release that cannot
 * be stored, waits for the APIs that the chart asks for, and provides its
 * CustomResourceDefinitions.
 */
public final class PreparedEngine implements HelmEngine {
  private final HelmEngine engine;
  private final Definitions definitions;
  private final ApiResources apis;
  private final Map<String, ChartDefinitions> byChart = new ConcurrentHashMap<>();

  /** Prepares the calls of {@code engine}. */
  public PreparedEngine(HelmEngine engine, Definitions definitions, ApiResources apis) {
    this.engine = engine;
    this.definitions = definitions;
    this.apis = apis;
  }

  @Override
  public HelmCall.Result run(HelmCall call) {
    switch (call) {
      case HelmCall.Install(var desired) -> prepare(desired);
      case HelmCall.Upgrade(var desired) -> prepare(desired);
      case HelmCall.Rollback ignored -> {}
      case HelmCall.Compare(var desired, var ignored) -> confirmApis(desired);
      case HelmCall.Test ignored -> {}
      case HelmCall.Uninstall ignored -> {}
    }
    return engine.run(call);
  }

  private void prepare(DesiredRelease desired) {
    ReleaseSize.check(desired);
    confirmApis(desired);
    var policy = desired.options().crds();
    if (policy != CrdPolicy.SKIP) {
      var ofChart = definitionsOf(desired.chart());
      var wanted = Manifest.of(ofChart.with(desired.values()));
      desired.confinement().ifPresent(found -> confine(wanted, ofChart, found));
      definitions.ensure(wanted, policy);
    }
  }

  /** Definitions have no namespace. Those of a subchart that only a primary enables are refused. */
  private static void confine(Manifest wanted, ChartDefinitions ofChart, Confinement confinement) {
    var others =
        wanted.readable().stream()
            .map(object -> object.key().in(""))
            .filter(key -> confinement.places().stream().noneMatch(place -> place.covers(key)))
            .toList();
    if (others.isEmpty()) {
      return;
    }
    var own =
        Manifest.of(ofChart.ofItself(confinement.overrides())).readable().stream()
            .map(object -> object.key().in(""))
            .collect(Collectors.toSet());
    others.stream()
        .filter(key -> !own.contains(key))
        .findFirst()
        .ifPresent(
            key -> {
              throw new EngineException(
                  new Unconfined(
                      "%s is in a folder crds that only the values of this release enable; an administrator can allow it by places: [%s] for this kind in watches.yaml"
                          .formatted(key, AllowedPlace.of(key))));
            });
  }

  /**
   * Without the server of an API, Helm would render the chart as if there were no such API. With
   * the right answer, the release would be made anew once it is back.
   */
  private void confirmApis(DesiredRelease desired) {
    try {
      apis.confirm(desired.chart().askedApis());
    } catch (KubernetesClientException e) {
      throw new EngineException(new Unreachable(ApiFailures.words(e)));
    }
  }

  private ChartDefinitions definitionsOf(Chart chart) {
    return byChart.computeIfAbsent(chart.digest(), digest -> read(chart));
  }

  private static ChartDefinitions read(Chart chart) {
    try {
      return ChartDefinitions.of(chart);
    } catch (InvalidChartException e) {
      throw new EngineException(new Unrenderable(String.valueOf(e.getMessage())));
    }
  }
}
