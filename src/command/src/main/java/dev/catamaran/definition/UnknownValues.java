package dev.catamaran.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.watch.Watch.Source.HelmChart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * Finds the values that a chart does not know, as far as that is certain: a map of its values.yaml
 * has others, no file of the chart has the name, and no template takes the map as a whole.
 */
public final class UnknownValues {
  private static final String CHARTS = "charts";
  private static final Pattern NAME = Pattern.compile("\\w+");

  /** A chart with these takes values that its files do not name. */
  private static final Pattern INCOMPLETE =
      Pattern.compile("\\.Values(?![\\w.])|import-values|\\n[^\\n]*\\.tgz\\n");

  private final ChartInput chart;
  private final String text;
  private final List<Unknown> found = new ArrayList<>();

  /**
   * A value that the chart does not know.
   *
   * @param path its keys
   * @param meant the key that was probably meant
   */
  public record Unknown(List<String> path, Optional<String> meant) {
    /** Returns the path, and the other key as a question. */
    @Override
    public String toString() {
      return String.join(".", path) + meant.map("; %s?"::formatted).orElse("");
    }
  }

  private UnknownValues(ChartInput chart, String text) {
    this.chart = chart;
    this.text = text;
  }

  /**
   * Returns the unknown values of a spec.
   *
   * @param source has one chart, on disk, and no extensions: of others nothing is known, nor of one
   *     that cannot be read
   */
  public static List<Unknown> of(HelmChart source, JsonNode spec) {
    try {
      return source.charts() instanceof ChartOffer.Single(ChartReference.Local(var path))
              && source.extensions().isEmpty()
              && Files.isDirectory(path)
          ? of(path, spec)
          : List.of();
    } catch (ManagerException e) {
      return List.of();
    }
  }

  static List<Unknown> of(Path folder, JsonNode spec) {
    var chart = ChartInput.read(folder);
    // A text of the spec may be a template.
    var text = text(folder) + (spec.toString().contains("{{") ? spec : "");
    var unknown = new UnknownValues(chart, text);
    boolean isComplete =
        !INCOMPLETE.matcher(text).find() && !chart.values().isEmpty() && chart.hasSubcharts();
    if (isComplete && spec instanceof ObjectNode values) {
      unknown.compare(values, chart.values(), List.of());
    }
    return List.copyOf(unknown.found);
  }

  private static String text(Path folder) {
    try (var files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !folder.relativize(file).startsWith("ci"))
          .map(file -> "\n" + folder.relativize(file) + "\n" + read(file))
          .collect(Collectors.joining());
    } catch (IOException | UncheckedIOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(folder, e.getMessage()));
    }
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void compare(ObjectNode given, JsonNode known, List<String> at) {
    for (var value : given.properties()) {
      var key = value.getKey();
      var path = Stream.concat(at.stream(), Stream.of(key)).toList();
      var below = known.path(key);
      if (!below.isMissingNode()) {
        if (value.getValue() instanceof ObjectNode map && isOnlyTakenInParts(path, below)) {
          compare(map, below, path);
        }
      } else if (NAME.matcher(key).matches()
          && !value.getValue().isNull()
          && !isOfSubchart(path.getFirst())
          && !isNamed(key)) {
        found.add(new Unknown(path, meant(key, known)));
      }
    }
  }

  private boolean isOnlyTakenInParts(List<String> path, JsonNode known) {
    return known.isObject()
        && !known.isEmpty()
        && path.stream().allMatch(key -> NAME.matcher(key).matches())
        && !Pattern.compile(
                "\\.Values\\.%s(?![\\w.])|[\"'`]%s[\"'`]"
                    .formatted(String.join("\\.", path), path.getLast()))
            .matcher(text)
            .find();
  }

  private boolean isOfSubchart(String key) {
    return key.equals("global")
        || chart.subcharts().contains(key)
        || text.contains("\n%s/%s/".formatted(CHARTS, key));
  }

  private boolean isNamed(String key) {
    return Pattern.compile("(?<!\\w)" + key + "(?!\\w)").matcher(text).find();
  }

  private static Optional<String> meant(String key, JsonNode known) {
    var distance = LevenshteinDistance.getDefaultInstance();
    return known
        .propertyStream()
        .map(Map.Entry::getKey)
        .filter(name -> distance.apply(key, name) <= Math.max(1, key.length() / 4))
        .min(Comparator.comparingInt(name -> distance.apply(key, name)));
  }
}
