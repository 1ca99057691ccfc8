package dev.catamaran.validation;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.project.RecordedChart;
import dev.catamaran.recorder.ChartRecorder;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.rights.ChartRights;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders charts and records their rights, each once. */
final class Recordings {
  private static final ReleaseKey RELEASE = new ReleaseKey("default", "sample");

  private final ChartRecorder recorder;
  private final ChartValuesCheck values;
  private final Map<List<Object>, Render> renders = new HashMap<>();
  private final Map<RecordedChart, ChartRights> rights = new HashMap<>();

  Recordings(ChartRecorder recorder, ChartValuesCheck values) {
    this.recorder = recorder;
    this.values = values;
  }

  /**
   * Renders a chart with its defaults and the overrides of watches.yaml: no primary can be without
   * them. Empty if the chart has other problems, which the same attempt would report again.
   */
  Optional<Render> render(ChartUse use) {
    if (use.chart().chart().isEmpty() || values.isRefused(use)) {
      return Optional.empty();
    }
    var chart = use.chart().chart().get();
    var overrides = use.overrides();
    return Optional.of(
        renders.computeIfAbsent(List.of(chart.path(), overrides), key -> render(chart, overrides)));
  }

  private Render render(Chart chart, Values values) {
    try {
      return new Render.Done(recorder.render(chart, RELEASE, values));
    } catch (ManagerException e) {
      var sentence = String.valueOf(e.getMessage()).replaceAll("\\s*\\R\\s*", " ");
      var prefix = "chart %s cannot be rendered: ".formatted(chart.name());
      return new Render.Refused(
          sentence.startsWith(prefix) ? sentence.substring(prefix.length()) : sentence);
    }
  }

  /**
   * Returns the rights for a chart.
   *
   * @throws ManagerException if the chart is invalid
   */
  ChartRights rights(RecordedChart chart) {
    return rights.computeIfAbsent(
        chart, key -> ChartRights.of(recorder, key.folder(), key.options()));
  }
}
