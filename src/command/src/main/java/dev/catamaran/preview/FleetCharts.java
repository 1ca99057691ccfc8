package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.ChartOffer.ByVersion;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.InvalidOverrideException;
import dev.catamaran.chart.Values;
import dev.catamaran.desired.Overrides;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest.World;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.preview.Fleet.Lookup;
import dev.catamaran.preview.Fleet.Member;
import dev.catamaran.watch.Source.HelmChart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/** Renders the charts of primaries for a cluster that is only described. */
record FleetCharts(ChartEngine engine) {

  /**
   * What Helm makes of a chart and values.
   *
   * @param objects without hooks
   * @param hooks those of an upgrade
   * @param lookups what the templates looked up
   */
  record Rendered(
      SequencedMap<ObjectKey, JsonNode> objects, List<HookRun> hooks, List<Lookup> lookups) {}

  /** Returns the chart that the spec chooses; empty if it chooses one that is not offered. */
  static Optional<ChartReference> reference(HelmChart source, Member primary) {
    return switch (source.charts()) {
      case ChartOffer.Single(var chart) -> Optional.of(chart);
      case ByVersion(var offered) -> {
        var choice = primary.spec().path(ByVersion.FIELD);
        yield offered.stream()
            .filter(one -> choice.asText("").isEmpty() || one.version().equals(choice.asText()))
            .map(ByVersion.Offered::chart)
            .findFirst();
      }
    };
  }

  /**
   * Returns the values of a primary. Extensions of the chart are not asked.
   *
   * @throws InvalidOverrideException if an override does not fit
   */
  static Values values(HelmChart source, Member primary) throws InvalidOverrideException {
    var own = source.charts().valuesOf(Values.of(primary.spec()));
    return Values.of(primary.values()).merge(own).with(Overrides.of(source.values()).read());
  }

  /**
   * Renders an upgrade.
   *
   * @throws EngineFaultException with Helm's sentence, if it cannot be rendered
   */
  Rendered render(Chart chart, Member primary, Values values, World world)
      throws EngineFaultException {
    var release = primary.release();
    var answer = engine.objects(chart, release, values, true, world, Set.of());
    var objects = new LinkedHashMap<ObjectKey, JsonNode>();
    for (var document : answer.path("revision").path("objects")) {
      Manifest.objectsIn(document)
          .forEach(
              object ->
                  objects.put(
                      RevisionChanges.identity(object.key(), release.namespace()),
                      object.content()));
    }
    var hooks = new ArrayList<HookRun>();
    for (var hook : answer.path("revision").path("hooks")) {
      var events =
          hook.path("events")
              .valueStream()
              .map(JsonNode::asText)
              .filter(event -> event.endsWith("-upgrade"))
              .toList();
      var object = hook.path("object");
      if (!events.isEmpty()) {
        hooks.add(
            new HookRun(
                object.path("apiVersion").asText(),
                object.path("kind").asText(),
                object.path("metadata").path("namespace").asText(""),
                object.path("metadata").path("name").asText(),
                events));
      }
    }
    var lookups = answer.path("lookups").valueStream().map(Lookup::of).distinct().toList();
    return new Rendered(objects, hooks, lookups);
  }
}
