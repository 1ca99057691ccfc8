package dev.catamaran.project;

import dev.catamaran.helm.ChartEngine;
import dev.catamaran.recorder.ChartRecorder;
import dev.catamaran.rights.ChartRights;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Records the rights for charts, each once. Helm starts with the first one. */
final class RecordedRights implements Function<RecordedChart, ChartRights>, AutoCloseable {
  private final Map<RecordedChart, ChartRights> known = new HashMap<>();
  private @Nullable ChartEngine engine;
  private @Nullable ChartRecorder recorder;

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
    if (engine != null) {
      engine.close();
    }
    if (recorder != null) {
      recorder.close();
    }
  }
}
