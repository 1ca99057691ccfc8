package dev.catamaran.helm;

import dev.catamaran.manifest.Scale;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Keeps the replicas that autoscalers have set. Otherwise Helm would write the chart's own number,
 * and pods would be deleted before an autoscaler could request them again. Text without scaled
 * objects stays the same to the byte.
 */
final class ScaleFilter {
  private static final String NAME = "scales";

  /** In the language of Helm's templates; separates documents as Helm does (releaseutil). */
  private static final String FILTER =
      """
      {{- define "catamaran.scales" -}}
      {{- if not (contains "replicas" .) -}}
      {{- . -}}
      {{- else -}}
      {{- range $document := regexSplit "(?:^|\\\\s*\\n)---\\\\s*" (trim .) -1 -}}
      {{- if trim $document }}
      ---
      {{ include "catamaran.scales.document" $document }}
      {{- end -}}
      {{- end -}}
      {{- end -}}
      {{- end -}}

      {{- define "catamaran.scales.document" -}}
      {{- $object := dict -}}
      {{- if contains "replicas" . -}}{{- $object = fromYaml . -}}{{- end -}}
      {{- $spec := get $object "spec" -}}
      {{- $metadata := get $object "metadata" -}}
      {{- $scale := "" -}}
      {{- if and (kindIs "map" $spec) (kindIs "map" $metadata) -}}
      {{- $namespace := get $metadata "namespace" | default "RELEASE_NAMESPACE" -}}
      {{- $scale = get (dict SCALES) (printf "%v/%v/%v" (get $object "kind") $namespace (get $metadata "name")) -}}
      {{- end -}}
      {{- if and $scale (hasKey $spec "replicas") -}}
      {{- $_ := set $spec "replicas" (atoi $scale) -}}
      {{- toYaml $object -}}
      {{- else -}}
      {{- . -}}
      {{- end -}}
      {{- end -}}
      """;

  private ScaleFilter() {}

  /**
   * Creates the filter.
   *
   * @param releaseNamespace namespace of objects that name none
   */
  static TemplateFilter of(List<Scale> scales, String releaseNamespace) {
    var pairs =
        scales.stream()
            .map(
                scale ->
                    "\"%s/%s/%s\" \"%d\""
                        .formatted(scale.kind(), scale.namespace(), scale.name(), scale.replicas()))
            .collect(Collectors.joining(" "));
    return new TemplateFilter(
        NAME, FILTER.replace("SCALES", pairs).replace("RELEASE_NAMESPACE", releaseNamespace));
  }
}
