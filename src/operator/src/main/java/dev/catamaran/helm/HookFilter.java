package dev.catamaran.helm;

import java.util.List;
import java.util.stream.Collectors;

/** Removes a chart's hooks of some events. Text without hooks stays the same to the byte. */
final class HookFilter {
  private static final String NAME = "hooks";

  /** In the language of Helm's templates; separates documents as Helm does (releaseutil). */
  private static final String FILTER =
      """
      {{- define "catamaran.hooks" -}}
      {{- if not (contains "helm.sh/hook" .) -}}
      {{- . -}}
      {{- else -}}
      {{- range $document := regexSplit "(?:^|\\\\s*\\n)---\\\\s*" (trim .) -1 -}}
      {{- if trim $document }}
      ---
      {{ include "catamaran.hooks.document" $document }}
      {{- end -}}
      {{- end -}}
      {{- end -}}
      {{- end -}}

      {{- define "catamaran.hooks.document" -}}
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

  private HookFilter() {}

  /**
   * Creates a filter.
   *
   * @param silenced the events, such as {@code pre-upgrade}
   */
  static TemplateFilter of(List<String> silenced) {
    var quoted = silenced.stream().map(event -> '"' + event + '"').collect(Collectors.joining(" "));
    return new TemplateFilter(NAME, FILTER.replace("SILENCED", quoted));
  }
}
