package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.chart.ExactIntegers;
import dev.catamaran.chart.UnrepresentableNumberException;
import dev.catamaran.chart.Values;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.release.Revision.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A stored revision as a chart: its rendered manifest, hooks and notes, so that an upgrade to it
 * restores exactly these objects. A revision stores neither subcharts nor the cluster's answers, so
 * a new rendering of its templates would give another result.
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
   * Writes the chart, with the values of the revision.
   *
   * @param origin the origin of the new revision
   * @param hooks whether the rollback hooks run
   * @param desired has the replicas to keep at their present number, and the marks of ownership
   * @throws UncheckedIOException if it cannot be written
   */
  static EngineChart of(
      StoredRelease target, Origin origin, boolean hooks, DesiredRelease desired) {
    var values = Values.of(target.config());
    return EngineChart.of(
        target.chartName(),
        values,
        exactIntegers(values),
        chart -> {
          new LiteralChart(target, chart).write(origin, hooks, desired.marks());
          for (var filter : EngineChart.filters(desired, List.of())) {
            filter.applyTo(chart);
          }
        });
  }

  /** No template uses these values, so a value that Helm would change is no reason to fail. */
  private static Map<String, Long> exactIntegers(Values values) {
    try {
      return ExactIntegers.of(values);
    } catch (UnrepresentableNumberException e) {
      return Map.of();
    }
  }

  private void write(Origin origin, boolean hooks, Optional<OwnershipMarks> marks)
      throws IOException {
    Files.createDirectories(chart.resolve("templates"));
    YAML.writeValue(chart.resolve("Chart.yaml").toFile(), metadata(origin));
    YAML.writeValue(chart.resolve("values.yaml").toFile(), target.chartValues());
    Files.writeString(
        chart.resolve(MANIFEST), raw(ReleaseEdits.withoutFormerMarks(manifest(), marks)));
    Files.writeString(chart.resolve("templates/NOTES.txt"), raw(target.notes()));
    int number = 0;
    for (var hook : target.hooks()) {
      var file = chart.resolve("templates/hook-%d.yaml".formatted(number++));
      Files.writeString(file, raw(RollbackHooks.ofUpgrade(hook, hooks)));
    }
  }

  /**
   * The manifest contains the rendered dependencies, and the cluster may be newer than the
   * revision.
   */
  private JsonNode metadata(Origin origin) {
    var metadata = target.metadata();
    metadata.remove("dependencies");
    metadata.remove("kubeVersion");
    ChartAnnotations.write(origin, metadata.withObjectProperty("annotations"));
    return metadata;
  }

  /** Helm notes the source above each object; the source in a literal chart is of no use. */
  private String manifest() {
    return target.manifest().replace("# Source: " + target.chartName() + "/" + MANIFEST + "\n", "");
  }

  /** Returns a template that renders to {@code text}. */
  private static String raw(String text) {
    return text.replace("{{", "{{ \"{{\" }}");
  }
}
