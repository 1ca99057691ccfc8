package dev.catamaran.helm;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.OwnershipMarks;

/**
 * Writes the marks of ownership into rendered objects, so that an object has its owner from its
 * first moment. Inserts lines, and compares the parsed result with the marked object. A document
 * where they differ stays the same to the byte, like one that must not have the marks; adoption
 * marks such objects later.
 */
final class OwnershipFilter {
  private static final String NAME = "ownership";

  /**
   * In the language of Helm's templates; separates documents as Helm does (releaseutil). A template
   * that returns text returns none for "no".
   */
  private static final String FILTER =
      """
      {{- define "catamaran.ownership" -}}
      {{- if not (contains "metadata:" .) -}}
      {{- . -}}
      {{- else -}}
      {{- $to := fromJson MARKING -}}
      {{- range $document := regexSplit "(?:^|\\\\s*\\n)---\\\\s*" (trim .) -1 -}}
      {{- if trim $document }}
      ---
      {{ include "catamaran.ownership.document" (dict "text" $document "to" $to) }}
      {{- end -}}
      {{- end -}}
      {{- end -}}
      {{- end -}}

      {{- define "catamaran.ownership.document" -}}
      {{- $marked := "" -}}
      {{- if and (regexMatch .to.metadata .text) (regexMatch .to.kind .text) -}}
      {{- $with := set . "object" (fromYaml .text) -}}
      {{- if include "catamaran.ownership.isMeant" $with -}}
      {{- $marked = include "catamaran.ownership.marked" $with -}}
      {{- end -}}
      {{- end -}}
      {{- $marked | default .text -}}
      {{- end -}}

      {{- define "catamaran.ownership.isMeant" -}}
      {{- $metadata := get .object "metadata" -}}
      {{- if and (kindIs "map" $metadata)
                 (has (printf "%v %v" .object.apiVersion .object.kind) .to.kinds) -}}
      {{- $annotations := get $metadata "annotations" | default dict -}}
      {{- $labels := get $metadata "labels" | default dict -}}
      {{- if and (has (get $metadata "namespace") (list "" .to.namespace))
                 (kindIs "map" $annotations)
                 (not (hasKey $annotations "helm.sh/hook"))
                 (not (hasKey $annotations "helm.sh/resource-policy"))
                 (kindIs "map" $labels)
                 (has (get $labels .to.label) (list "" .to.operator))
                 (not (hasKey $metadata "ownerReferences")) -}}
      yes
      {{- end -}}
      {{- end -}}
      {{- end -}}

      {{- define "catamaran.ownership.marked" -}}
      {{- $text := .text -}}
      {{- $metadata := .object.metadata -}}
      {{- $labels := get $metadata "labels" | default dict -}}
      {{- $label := dict .to.label .to.operator -}}
      {{- $marks := dict "ownerReferences" (list .to.reference) -}}
      {{- if not (hasKey $metadata "labels") -}}
      {{- $_ := set $marks "labels" $label -}}
      {{- else if not (hasKey $labels .to.label) -}}
      {{- $text = include "catamaran.ownership.below" (list .to.labels $text $label) -}}
      {{- end -}}
      {{- $text = include "catamaran.ownership.below" (list .to.metadata $text $marks) -}}
      {{- $_ := set $metadata "ownerReferences" $marks.ownerReferences -}}
      {{- $_ := set $metadata "labels" (merge $labels $label) -}}
      {{- if deepEqual (fromYaml $text) .object -}}{{- $text -}}{{- end -}}
      {{- end -}}

      {{- define "catamaran.ownership.below" -}}
      {{- $parts := regexSplit (first .) (index . 1) 2 -}}
      {{- $first := regexReplaceAll "^(?:[ \\t]*(?:#.*)?\\r?\\n)+" (last $parts) "" -}}
      {{- $indent := len (regexFind "^ +" $first) -}}
      {{- if and (eq (len $parts) 2) $indent -}}
      {{- first $parts -}}
      {{- regexFind (first .) (index . 1) -}}
      {{- last . | toYaml | indent $indent }}
      {{ last $parts -}}
      {{- end -}}
      {{- end -}}
      """;

  /** A line with this key and nothing else. */
  private static final String METADATA = "(?m)^metadata:[ \\t]*(?:#.*)?\\r?\\n";

  /** The same, and the indented lines up to that of the labels. */
  private static final String LABELS =
      METADATA + "(?:(?: .*|#.*|\\r)?\\n)*? +labels:[ \\t]*(?:#.*)?\\r?\\n";

  private OwnershipFilter() {}

  /**
   * Whether Helm's message may have the filter's location instead of the chart's: for {@code fail}
   * and {@code required}, Helm reports the outermost location only.
   */
  static boolean isIn(EngineFailure failure) {
    return failure instanceof EngineFailure.Unrenderable(var message)
        && (message.contains("error at (") || message.contains("catamaran." + NAME));
  }

  /**
   * Creates a filter.
   *
   * @param namespace of the release; objects in other namespaces stay unmarked
   */
  static TemplateFilter of(OwnershipMarks marks, String namespace) {
    var marking = JsonNodeFactory.instance.objectNode();
    MarkedKinds.ALL.forEach(marking.withArrayProperty("kinds")::add);
    marking.put("namespace", namespace);
    marking.put("label", OwnershipMarks.OPERATOR_LABEL);
    marking.put("operator", marks.operator());
    marking.set("reference", marks.ownerReference());
    marking.put("kind", MarkedKinds.LINE);
    marking.put("metadata", METADATA);
    marking.put("labels", LABELS);
    // A text in JSON is also one in Go.
    var quoted = TextNode.valueOf(marking.toString()).toString();
    return new TemplateFilter(NAME, FILTER.replace("MARKING", quoted));
  }
}
