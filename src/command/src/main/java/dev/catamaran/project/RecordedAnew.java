package dev.catamaran.project;

import dev.catamaran.helm.ChartEngine;
import dev.catamaran.recorder.ChartRecorder;
import dev.catamaran.rights.ChartRights;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Records charts, each once. Helm starts with the first one. */
final class RecordedAnew implements FromCharts, AutoCloseable {
  private final Supplier<ChartEngine> start;
  private final Map<RecordedChart, ChartRights> known = new HashMap<>();
  private @Nullable ChartEngine engine;
  private @Nullable ChartRecorder recorder;

  /**
   * Makes one that has recorded nothing.
   *
   * @param start of the process with Helm
   */
  RecordedAnew(Supplier<ChartEngine> start) {
    this.start = start;
  }

  @Override
  public ChartRights rights(RecordedChart chart) {
    return known.computeIfAbsent(
        chart, key -> ChartRights.of(recorder(), key.folder(), key.options()));
  }

  private ChartRecorder recorder() {
    if (recorder == null) {
      engine = start.get();
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
