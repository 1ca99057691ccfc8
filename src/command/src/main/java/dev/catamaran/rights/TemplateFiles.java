package dev.catamaran.rights;

import dev.catamaran.chart.Chart;
import dev.catamaran.recorder.ChartRecorder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The templates of a chart and its subcharts.
 *
 * @param objects texts of the templates that make objects, by their paths as in Helm's comments: a
 *     path begins with the name of the chart
 * @param others texts of the other templates, which have definitions, by their paths
 */
record TemplateFiles(SortedMap<String, String> objects, SortedMap<String, String> others) {
  private static final String TEMPLATES = "templates";

  private static final Pattern OBJECT =
      Pattern.compile("(?m)^apiVersion: .+\\n(?:.*\\n)*?kind: .+\\n(?:.*\\n)*?metadata:");

  /** Copies the maps. */
  TemplateFiles {
    objects = Collections.unmodifiableSortedMap(new TreeMap<>(objects));
    others = Collections.unmodifiableSortedMap(new TreeMap<>(others));
  }

  /** Returns those of the other templates that have whole objects, as library charts do. */
  SortedMap<String, String> blueprints() {
    var found = new TreeMap<>(others);
    found.values().removeIf(text -> !OBJECT.matcher(text).find());
    return found;
  }

  /**
   * Reads the templates.
   *
   * @throws UncheckedIOException if a file cannot be read
   */
  static TemplateFiles of(Chart chart, ChartRecorder recorder) {
    var reader = new Reader(recorder, new TreeMap<>(), new TreeMap<>());
    reader.read(chart.path(), chart.name());
    return new TemplateFiles(reader.objects, reader.others);
  }

  private record Reader(
      ChartRecorder recorder, SortedMap<String, String> objects, SortedMap<String, String> others) {

    void read(Path folder, String prefix) {
      try {
        readTemplates(folder, prefix);
        var subcharts = folder.resolve("charts");
        if (Files.isDirectory(subcharts)) {
          try (var entries = Files.list(subcharts)) {
            entries.sorted().forEach(entry -> readSubchart(entry, prefix + "/charts/"));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void readSubchart(Path entry, String prefix) {
      if (Files.isDirectory(entry)) {
        read(entry, prefix + entry.getFileName());
      } else if (entry.toString().endsWith(".tgz")) {
        var chart = recorder.load(entry);
        read(chart.path(), prefix + chart.name());
      }
    }

    private void readTemplates(Path folder, String prefix) throws IOException {
      var templates = folder.resolve(TEMPLATES);
      if (!Files.isDirectory(templates)) {
        return;
      }
      try (var files = Files.walk(templates)) {
        for (var file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
          var path = prefix + "/" + folder.relativize(file);
          (isOfObjects(file) ? objects : others)
              .put(path, new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        }
      }
    }

    private static boolean isOfObjects(Path file) {
      var name = String.valueOf(file.getFileName());
      return !name.startsWith("_") && (name.endsWith(".yaml") || name.endsWith(".yml"));
    }
  }
}
