package dev.catamaran.rights;

import dev.catamaran.chart.Chart;
import dev.catamaran.recorder.ChartRecorder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Reads the templates of a chart and its subcharts. */
final class TemplateFiles {
  private static final String TEMPLATES = "templates";

  private final ChartRecorder recorder;
  private final Map<String, String> texts = new TreeMap<>();

  private TemplateFiles(ChartRecorder recorder) {
    this.recorder = recorder;
  }

  /**
   * Returns the text of each template by its path as in Helm's comments: it begins with the name of
   * the chart.
   *
   * @throws UncheckedIOException if a file cannot be read
   */
  static Map<String, String> of(Chart chart, ChartRecorder recorder) {
    var files = new TemplateFiles(recorder);
    files.read(chart.path(), chart.name());
    return files.texts;
  }

  private void read(Path folder, String prefix) {
    try {
      readTemplates(folder, prefix);
      var subcharts = folder.resolve("charts");
      if (Files.isDirectory(subcharts)) {
        try (var entries = Files.list(subcharts)) {
          entries.forEach(entry -> readSubchart(entry, prefix + "/charts/"));
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
      for (var file : (Iterable<Path>) files.filter(TemplateFiles::isTemplate)::iterator) {
        var path = prefix + "/" + folder.relativize(file);
        texts.put(path, new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
      }
    }
  }

  private static boolean isTemplate(Path file) {
    var name = file.getFileName().toString();
    return !name.startsWith("_") && (name.endsWith(".yaml") || name.endsWith(".yml"));
  }
}
