package dev.catamaran.helm;

import dev.catamaran.chart.SubchartFolders;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Changes a chart's rendered text. helm-java has no option for that, so Helm's own template engine
 * does it: each template renders into text, and the text passes a filter.
 *
 * @param name of the filter template, a word
 * @param argument its argument, an expression with {@code $text}: the text of one file
 * @param definitions in the language of Helm's templates; must define that template
 */
record TemplateFilter(String name, String argument, String definitions) {
  /** Go treats a template as bytes, whether UTF-8 or not. */
  private static final Charset BYTES = StandardCharsets.ISO_8859_1;

  /** Creates a filter. Its argument is the text of one file. */
  TemplateFilter(String name, String definitions) {
    this(name, "$text", definitions);
  }

  /** Lets the templates of that chart and of its subcharts pass the filter. */
  void applyTo(Path chart) throws IOException {
    wrapTemplatesIn(chart);
    defineIn(chart);
  }

  /** Does the part of {@link #applyTo} that only depends on the name of the filter. */
  void wrapTemplatesIn(Path chart) throws IOException {
    SubchartFolders.unpackIn(chart);
    for (var folder : SubchartFolders.foldersIn(chart)) {
      var templates = folder.resolve("templates");
      if (Files.isDirectory(templates)) {
        filterIn(templates, chart);
      }
    }
  }

  /** Does the other part. */
  void defineIn(Path chart) throws IOException {
    var file = chart.resolve("templates/_catamaran-" + name + ".tpl");
    Files.createDirectories(file.resolveSibling(""));
    ChartCopies.replace(file, definitions.getBytes(StandardCharsets.UTF_8));
  }

  private void filterIn(Path templates, Path chart) throws IOException {
    try (var files = Files.walk(templates)) {
      for (var file : files.filter(TemplateFilter::rendersObjects).toList()) {
        var whole = quotable(chart.relativize(file));
        var rendered = "/templates/" + quotable(templates.relativize(file));
        var text = filtered(Files.readString(file, BYTES), whole, rendered);
        ChartCopies.replace(file, text.getBytes(BYTES));
      }
    }
  }

  private static String quotable(Path path) {
    var name = path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
    return new String(name.getBytes(StandardCharsets.UTF_8), BYTES);
  }

  /** Helm treats everything as objects except partials and notes. */
  private static boolean rendersObjects(Path file) {
    var name = String.valueOf(file.getFileName());
    return Files.isRegularFile(file) && !name.startsWith("_") && !name.endsWith("NOTES.txt");
  }

  /**
   * Filters only where Helm renders the file for its objects: another template may include the
   * file's text to hash it.
   */
  private String filtered(String template, String file, String rendered) {
    var parts = HoistedTemplate.of(template);
    return """
        {{- define "catamaran.%5$s:%1$s" }}%2$s{{ end -}}
        {{- $isIncluded := true -}}
        {{- if kindIs "map" . -}}
        {{- if hasKey . "Template" -}}
        {{- $isIncluded = not (hasSuffix "%3$s" .Template.Name) -}}
        {{- end -}}
        {{- end -}}
        {{- $text := include "catamaran.%5$s:%1$s" . -}}
        {{- if $isIncluded -}}{{- $text -}}{{- else -}}{{- include "catamaran.%5$s" (%6$s) -}}{{- end -}}
        %4$s"""
        .formatted(file, parts.body(), rendered, parts.definitions(), name, argument);
  }
}
