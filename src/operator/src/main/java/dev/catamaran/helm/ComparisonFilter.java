package dev.catamaran.helm;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.release.EngineFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Compares what a chart renders with a stored revision. helm-java returns no rendered objects, and
 * only Helm knows the cluster's capabilities and answers to {@code lookup}. So the comparison is a
 * part of the rendering, which always fails: its message is the result. Helm stores and sends
 * nothing if the rendering fails.
 *
 * <p>The filter counts the rendered documents, as parsed objects, in the map {@code .Release}: all
 * charts of a rendering share it (Helm, pkg/engine/engine.go, recAllTpls). The first document that
 * the revision does not have ends the rendering. Else the last template ends it.
 */
final class ComparisonFilter {
  private static final String NAME = "comparison";
  private static final String SAME = "catamaran: the same objects";

  /**
   * Helm renders deep files first, and files of one folder from the last name to the first (Helm,
   * pkg/engine/engine.go, sortTemplates). If another template came later, the counts would differ.
   */
  private static final String LAST = "templates/!catamaran-comparison.yaml";

  private static final String END =
      """
      {{- include "catamaran.comparison.start" .Release -}}
      {{- include "catamaran.comparison.end" .Release -}}
      """;

  /** In the language of Helm's templates; separates documents as Helm does (releaseutil). */
  private static final String FILTER =
      """
      {{- define "catamaran.comparison" -}}
      {{- $release := last . -}}
      {{- include "catamaran.comparison.start" $release -}}
      {{- range regexSplit "(?:^|\\\\s*\\n)---\\\\s*" (trim (first .)) -1 -}}
      {{- $key := include "catamaran.comparison.key" . -}}
      {{- if $key -}}
      {{- $left := get $release.CatamaranLeft $key | default 0 | int -}}
      {{- if eq $left 0 -}}{{- fail "catamaran: other objects" -}}{{- end -}}
      {{- $_ := set $release.CatamaranLeft $key (sub $left 1 | int) -}}
      {{- end -}}
      {{- end -}}
      {{- end -}}

      {{- define "catamaran.comparison.start" -}}
      {{- if not (hasKey . "CatamaranLeft") -}}
      {{- $left := dict -}}
      {{- range fromJsonArray STORED -}}
      {{- range regexSplit "(?:^|\\\\s*\\n)---\\\\s*" (trim .) -1 -}}
      {{- $key := include "catamaran.comparison.key" . -}}
      {{- if $key -}}
      {{- $_ := set $left $key (get $left $key | default 0 | int | add1 | int) -}}
      {{- end -}}
      {{- end -}}
      {{- end -}}
      {{- $_ := set . "CatamaranLeft" $left -}}
      {{- end -}}
      {{- end -}}

      {{- define "catamaran.comparison.key" -}}
      {{- $object := fromYaml . -}}
      {{- if hasKey $object "Error" -}}
      {{- trim . | sha256sum -}}
      {{- else if $object -}}
      {{- toJson $object | sha256sum -}}
      {{- end -}}
      {{- end -}}

      {{- define "catamaran.comparison.end" -}}
      {{- range $key, $left := .CatamaranLeft -}}
      {{- if ne ($left | int) 0 -}}{{- fail "catamaran: other objects" -}}{{- end -}}
      {{- end -}}
      {{- if not .CatamaranLeft -}}{{- fail "catamaran: no objects" -}}{{- end -}}
      {{- fail "SAME" -}}
      {{- end -}}
      """;

  private ComparisonFilter() {}

  /** Creates a filter that compares with the objects and hooks of a revision. */
  static TemplateFilter of(StoredRelease stored) {
    var documents = JsonNodeFactory.instance.arrayNode().add(stored.manifest());
    stored.hooks().forEach(hook -> documents.add(hook.manifest()));
    // A text in JSON is also one in Go.
    var quoted = TextNode.valueOf(documents.toString()).toString();
    return new TemplateFilter(
        NAME, "list $text .Release", FILTER.replace("SAME", SAME).replace("STORED", quoted));
  }

  /** Adds the template that ends the rendering, to a chart that passes the filter. */
  static void endIn(Path chart) throws IOException {
    ChartCopies.replace(chart.resolve(LAST), END.getBytes(StandardCharsets.UTF_8));
  }

  /** Whether Helm failed because the chart renders the same objects as the revision has. */
  static boolean foundTheSame(EngineFailure failure) {
    return failure.message().contains(SAME);
  }
}
