package dev.catamaran.execute;

import dev.catamaran.cluster.Definitions;
import dev.catamaran.release.AllowedPlace;
import dev.catamaran.release.ChartDefinitions;
import dev.catamaran.release.ChartDefinitions.Definition;
import dev.catamaran.release.Confinement;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Kind;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Provides the CustomResourceDefinitions of a revision: Helm does so for a first one alone. */
public final class PreparedEngine implements HelmEngine {
  private final HelmEngine engine;
  private final Definitions definitions;
  private final ChartDefinitions ofCharts;

  /** Digests of charts without definitions. */
  private final Set<String> without = ConcurrentHashMap.newKeySet();

  public PreparedEngine(HelmEngine engine, ChartDefinitions ofCharts, Definitions definitions) {
    this.engine = engine;
    this.ofCharts = ofCharts;
    this.definitions = definitions;
  }

  @Override
  public HelmCall.Result run(HelmCall call) {
    switch (call) {
      case HelmCall.Install(var desired, var ignored) -> prepare(desired);
      case HelmCall.Upgrade(var desired) -> prepare(desired);
      default -> {}
    }
    return engine.run(call);
  }

  private void prepare(DesiredRelease desired) {
    var policy = desired.options().crds();
    if (policy != CrdPolicy.SKIP && !without.contains(desired.chart().digest())) {
      var wanted = ofCharts.of(desired);
      if (wanted.isEmpty()) {
        without.add(desired.chart().digest());
        return;
      }
      desired.confinement().ifPresent(found -> confine(wanted.get(), found));
      definitions.ensure(wanted.get().stream().map(Definition::object).toList(), desired);
    }
  }

  /** Definitions have no namespace. Those of a subchart that only a primary enables are refused. */
  private static void confine(List<Definition> wanted, Confinement confinement) {
    wanted.stream()
        .filter(definition -> !definition.isOwn())
        .map(definition -> definition.object().key().in(""))
        .filter(key -> confinement.places().stream().noneMatch(place -> place.covers(key)))
        .findFirst()
        .ifPresent(
            key -> {
              throw new EngineException(
                  Kind.UNCONFINED.of(
                      "%s is in a directory crds that only the values of this release enable; an administrator can allow it by places: [%s] for this kind in watches.yaml"
                          .formatted(key, AllowedPlace.of(key))));
            });
  }
}
