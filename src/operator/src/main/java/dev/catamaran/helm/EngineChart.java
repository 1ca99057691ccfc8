package dev.catamaran.helm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.chart.Values;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Rejected;
import dev.catamaran.temporary.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The engine's copy of a chart for one call, with the values beside it. Closing deletes it.
 *
 * @param folder the folder of both
 * @param chart the folder of Chart.yaml
 * @param values a file of values
 * @param exactIntegers the values that Helm would change, by their path in {@code --set} syntax
 */
record EngineChart(TemporaryFolder folder, Path chart, Path values, Map<String, Long> exactIntegers)
    implements AutoCloseable {
  private static final YAMLMapper YAML = new YAMLMapper();

  /** Helm has no rule for charts on disk; the rule of {@code helm create} is no wider. */
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9._+-]{1,250}");

  private static final int MOST_SHOWN = 100;

  /** All engines of a process have the same copies: the content alone identifies them. */
  private static final ChartCopies COPIES = new ChartCopies();

  /** Writes the content of a chart. */
  @FunctionalInterface
  interface Content {
    void write(Path chart) throws IOException;
  }

  /**
   * Copies the wanted chart: the same files, with more annotations in Chart.yaml.
   *
   * @param silenced events without hooks in the copy, such as {@code pre-upgrade}
   * @throws UncheckedIOException if the chart cannot be read or the copy cannot be written
   * @throws EngineException if the files are not the chart that was loaded
   */
  static EngineChart of(DesiredRelease desired, List<String> silenced) {
    return of(
        desired.chart().name(),
        desired.values(),
        desired.exactIntegers(),
        chart -> {
          COPIES.fill(chart, desired.chart(), filters(desired, silenced));
          annotate(chart.resolve("Chart.yaml"), desired);
        });
  }

  /** Copies the wanted chart, so that its rendering ends with a comparison. */
  static EngineChart comparing(
      DesiredRelease desired, List<String> silenced, StoredRelease stored) {
    var filters = new ArrayList<>(filters(desired, silenced));
    filters.add(ComparisonFilter.of(stored));
    return of(
        desired.chart().name(),
        desired.values(),
        desired.exactIntegers(),
        chart -> {
          COPIES.fill(chart, desired.chart(), filters);
          ComparisonFilter.endIn(chart);
        });
  }

  /** Returns the changes to the rendered objects; each one gets the result of the one before. */
  static List<TemplateFilter> filters(DesiredRelease desired, List<String> silenced) {
    var filters = new ArrayList<TemplateFilter>();
    if (!silenced.isEmpty()) {
      filters.add(HookFilter.of(silenced));
    }
    if (!desired.options().scales().isEmpty()) {
      filters.add(ScaleFilter.of(desired.options().scales(), desired.release().namespace()));
    }
    desired
        .marks()
        .map(marks -> OwnershipFilter.of(marks, desired.release().namespace()))
        .ifPresent(filters::add);
    return filters;
  }

  /**
   * Creates a chart of that name and content.
   *
   * @throws EngineException if the name is not a folder name
   * @throws UncheckedIOException if it cannot be written
   */
  static EngineChart of(
      String name, Values values, Map<String, Long> exactIntegers, Content content) {
    if (!isSegment(name)) {
      throw new EngineException(
          new Rejected(
              "the chart's name is no name of a folder: "
                  + name.substring(0, Math.min(name.length(), MOST_SHOWN))
                  + "; roll back to another revision, or remove this one"));
    }
    var folder = TemporaryFolder.create("catamaran-chart-");
    try {
      // The folder has the chart's own name, which Helm's messages use for templates.
      var chart = folder.path().resolve(name);
      content.write(chart);
      var file = folder.path().resolve("values.json");
      Files.write(file, values.toJson());
      return new EngineChart(folder, chart, file, exactIntegers);
    } catch (EngineException e) {
      folder.close();
      throw e;
    } catch (IOException | UncheckedIOException e) {
      folder.close();
      throw new UncheckedIOException(
          "chart %s cannot be copied: %s".formatted(name, e.getMessage()),
          e instanceof IOException cause ? cause : new IOException(e));
    }
  }

  /** The content of a stored release must not lead out of the folder. */
  private static boolean isSegment(String name) {
    return NAME.matcher(name).matches() && !name.equals(".") && !name.equals("..");
  }

  @Override
  public void close() {
    folder.close();
  }

  private static void annotate(Path chartYaml, DesiredRelease desired) throws IOException {
    var metadata = (ObjectNode) YAML.readTree(chartYaml.toFile());
    var annotations = metadata.withObjectProperty("annotations");
    ChartAnnotations.write(desired.origin(), annotations);
    ChartAnnotations.writeSecretPlaces(desired.secrets().placesIn(desired.values()), annotations);
    ChartCopies.replace(chartYaml, YAML.writeValueAsBytes(metadata));
  }
}
