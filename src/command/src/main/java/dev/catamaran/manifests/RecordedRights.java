package dev.catamaran.manifests;

import dev.catamaran.definition.ChartDefinition;
import dev.catamaran.definition.ChartInput;
import dev.catamaran.engine.Engine;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.recorder.ChartRecorder;
import dev.catamaran.rights.ChartRights;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks the programs of the engine about charts. Each starts with the first one. */
final class RecordedRights implements Function<RecordedChart, ChartRights>, AutoCloseable {
  private final Map<RecordedChart, ChartRights> known = new HashMap<>();
  private final Engine checker = Engine.checker();
  private @Nullable ChartEngine engine;
  private @Nullable ChartRecorder recorder;

  ChartDefinition definition(ProjectApi api, Path chart) {
    return ChartDefinition.of(checker, api.gvk(), api.plural(), ChartInput.read(chart));
  }

  /** Records the rights for a chart, once. */
  @Override
  public ChartRights apply(RecordedChart chart) {
    return known.computeIfAbsent(
        chart, key -> ChartRights.of(recorder(), key.folder(), key.options()));
  }

  private ChartRecorder recorder() {
    if (recorder == null) {
      engine = ChartEngine.start();
      recorder = new ChartRecorder(engine);
    }
    return recorder;
  }

  @Override
  public void close() {
    checker.close();
    if (engine != null) {
      engine.close();
    }
    if (recorder != null) {
      recorder.close();
    }
  }
}
