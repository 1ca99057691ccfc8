package dev.catamaran.helm;

import dev.catamaran.chart.SubchartFolders;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Has a chart leave out its hooks of some events. helm-java has no switch for that, so Helm's own
 * template engine does it: each template renders into text, and the text passes a filter. What has
 * no hooks in it comes through to the byte.
 */
final class HookFilter {
  /** Go takes a template for bytes, be they UTF-8 or not. */
  private static final Charset BYTES = StandardCharsets.ISO_8859_1;

  private static final String FILTER_FILE = "templates/_catamaran-hooks.tpl";

  /** In the language of Helm's templates; separates documents as Helm does (releaseutil). */
  private static final String FILTER =
      """
      {{- define "catamaran.filterHooks" -}}
      {{- if not (contains "helm.sh/hook" .) -}}
      {{- . -}}
      {{- else -}}
      {{- range $document := regexSplit "(?:^|\\\\s*\\n)---\\\\s*" (trim .) -1 -}}
      {{- if trim $document }}
      ---
      {{ include "catamaran.filterDocument" $document }}
      {{- end -}}
      {{- end -}}
      {{- end -}}
      {{- end -}}

      {{- define "catamaran.filterDocument" -}}
      {{- $object := dict -}}
      {{- if contains "helm.sh/hook" . -}}{{- $object = fromYaml . -}}{{- end -}}
      {{- $metadata := get $object "metadata" -}}
      {{- $annotations := dict -}}
      {{- if kindIs "map" $metadata -}}
      {{- if kindIs "map" (get $metadata "annotations") -}}
      {{- $annotations = get $metadata "annotations" -}}
      {{- end -}}
      {{- end -}}
      {{- if hasKey $annotations "helm.sh/hook" -}}
      {{- $events := regexSplit "\\\\s*,\\\\s*" (get $annotations "helm.sh/hook" | toString | lower | trim) -1 -}}
      {{- $left := without $events SILENCED -}}
      {{- if eq (len $left) (len $events) -}}
      {{- . -}}
      {{- else if $left -}}
      {{- $_ := set $annotations "helm.sh/hook" (join "," $left) -}}
      {{- toYaml $object -}}
      {{- end -}}
      {{- else -}}
      {{- . -}}
      {{- end -}}
      {{- end -}}
      """;

  private final String filter;

  /**
   * A filter.
   *
   * @param silenced the events, such as {@code pre-upgrade}
   */
  HookFilter(List<String> silenced) {
    var quoted = silenced.stream().map(event -> '"' + event + '"').collect(Collectors.joining(" "));
    this.filter = FILTER.replace("SILENCED", quoted);
  }

  /** Changes the templates of that chart and of its subcharts. */
  void applyTo(Path chart) throws IOException {
    SubchartFolders.unpackIn(chart);
    for (var folder : SubchartFolders.foldersIn(chart)) {
      var templates = folder.resolve("templates");
      if (Files.isDirectory(templates)) {
        filterIn(templates, chart);
      }
    }
    var file = chart.resolve(FILTER_FILE);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, filter);
  }

  private static void filterIn(Path templates, Path chart) throws IOException {
    try (var files = Files.walk(templates)) {
      for (var file : files.filter(HookFilter::rendersObjects).toList()) {
        var name = quotable(chart.relativize(file));
        var rendered = "/templates/" + quotable(templates.relativize(file));
        Files.writeString(file, filtered(Files.readString(file, BYTES), name, rendered), BYTES);
      }
    }
  }

  private static String quotable(Path path) {
    var name = path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
    return new String(name.getBytes(StandardCharsets.UTF_8), BYTES);
  }

  /** Helm takes everything for objects but partials and notes. */
  private static boolean rendersObjects(Path file) {
    var name = String.valueOf(file.getFileName());
    return Files.isRegularFile(file) && !name.startsWith("_") && !name.endsWith("NOTES.txt");
  }

  /**
   * Filters only where Helm renders the file for its objects: another template may include its text
   * to hash it.
   */
  private static String filtered(String template, String name, String rendered) {
    var parts = HoistedTemplate.of(template);
    return """
        {{- define "catamaran:%1$s" }}%2$s{{ end -}}
        {{- $isIncluded := true -}}
        {{- if kindIs "map" . -}}
        {{- if hasKey . "Template" -}}
        {{- $isIncluded = not (hasSuffix "%3$s" .Template.Name) -}}
        {{- end -}}
        {{- end -}}
        {{- $text := include "catamaran:%1$s" . -}}
        {{- if $isIncluded -}}{{- $text -}}{{- else -}}{{- include "catamaran.filterHooks" $text -}}{{- end -}}
        %4$s"""
        .formatted(name, parts.body(), rendered, parts.definitions());
  }
}
