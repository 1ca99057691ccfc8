package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.chart.ExactIntegers;
import dev.catamaran.chart.UnrepresentableNumberException;
import dev.catamaran.chart.Values;
import dev.catamaran.manifest.Scale;
import dev.catamaran.release.Revision.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A stored revision as a chart: its manifest, hooks and notes as they were rendered, so that an
 * upgrade to it restores the very objects. A revision keeps no subcharts and not the answers of the
 * cluster, so rendering its templates again would give something else.
 */
final class LiteralChart {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String MANIFEST = "templates/literal.yaml";

  private final StoredRelease target;
  private final Path chart;

  private LiteralChart(StoredRelease target, Path chart) {
    this.target = target;
    this.chart = chart;
  }

  /**
   * Writes the chart, with the values that the revision was made with.
   *
   * @param origin what the new revision is to remember
   * @param hooks whether the rollback hooks are to run
   * @param scales the replicas that are kept as they are now
   * @throws UncheckedIOException if it cannot be written
   */
  static EngineChart of(StoredRelease target, Origin origin, boolean hooks, List<Scale> scales) {
    var values = Values.of(target.config());
    return EngineChart.of(
        target.chartName(),
        values,
        exactIntegers(values),
        chart -> {
          new LiteralChart(target, chart).write(origin, hooks);
          if (!scales.isEmpty()) {
            ScaleFilter.of(scales).applyTo(chart);
          }
        });
  }

  /** Nothing is rendered with them, so one that Helm would change is no reason to fail. */
  private static Map<String, Long> exactIntegers(Values values) {
    try {
      return ExactIntegers.of(values);
    } catch (UnrepresentableNumberException e) {
      return Map.of();
    }
  }

  private void write(Origin origin, boolean hooks) throws IOException {
    Files.createDirectories(chart.resolve("templates"));
    YAML.writeValue(chart.resolve("Chart.yaml").toFile(), metadata(origin));
    YAML.writeValue(chart.resolve("values.yaml").toFile(), target.chartValues());
    Files.writeString(chart.resolve(MANIFEST), raw(manifest()));
    Files.writeString(chart.resolve("templates/NOTES.txt"), raw(target.notes()));
    int number = 0;
    for (var hook : target.hooks()) {
      var file = chart.resolve("templates/hook-%d.yaml".formatted(number++));
      Files.writeString(file, raw(RollbackHooks.ofUpgrade(hook, hooks)));
    }
  }

  /** Dependencies are rendered into the manifest, and the cluster may have become newer since. */
  private JsonNode metadata(Origin origin) {
    var metadata = target.metadata();
    metadata.remove("dependencies");
    metadata.remove("kubeVersion");
    ChartAnnotations.write(origin, metadata.withObjectProperty("annotations"));
    return metadata;
  }

  /** Helm notes above each object where it is from; of a literal chart nobody wants to know. */
  private String manifest() {
    return target.manifest().replace("# Source: " + target.chartName() + "/" + MANIFEST + "\n", "");
  }

  /** As a template that renders to {@code text}. */
  private static String raw(String text) {
    return text.replace("{{", "{{ \"{{\" }}");
  }
}
