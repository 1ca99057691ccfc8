package dev.catamaran.manifests;

import dev.catamaran.definition.ChartDefinition;
import dev.catamaran.definition.ChartInput;
import dev.catamaran.engine.Engine;
import dev.catamaran.engine.SharedEngine;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.rights.ChartRights;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Asks the checker about charts. It starts with the first one. */
final class RecordedRights implements Function<RecordedChart, ChartRights>, AutoCloseable {
  private final Map<RecordedChart, ChartRights> known = new HashMap<>();
  private final Engine checker = Engine.checker();

  /** One process for all charts. */
  private final SharedEngine engine = SharedEngine.use();

  ChartDefinition definition(ProjectApi api, Path chart) {
    return ChartDefinition.of(checker, api.gvk(), api.plural(), ChartInput.read(chart));
  }

  /** Records the rights for a chart, once. */
  @Override
  public ChartRights apply(RecordedChart chart) {
    return known.computeIfAbsent(chart, key -> ChartRights.of(key.folder(), key.options()));
  }

  @Override
  public void close() {
    checker.close();
    engine.close();
  }
}
