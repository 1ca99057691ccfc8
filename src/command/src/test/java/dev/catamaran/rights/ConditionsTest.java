package dev.catamaran.rights;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ChartRightsTest} renders charts with these values. */
class ConditionsTest {
  private static final String HELPERS =
      """
      {{- define "mode" -}}
      {{ if .Values.ha.enabled }}{{ set . "mode" "ha" }}{{ include "deep" . }}{{ end }}
      {{- end -}}
      {{- define "deep" }}{{ and .Values.x .Values.y }}{{ end }}
      {{- define "rules" -}}
      {{ if .Values.batch.enable }}- apiGroups: [batch]{{ end }}{{ .Values.printed }}
      {{- end -}}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "a: false ~ {{ else if and $.Values.a .Values.c.enabled -}} ~ {a=true, c.enabled=true}",
        "a: true ~ {{ if not .Values.a }} ~ {a=false}",
        "a: '-' ~ {{ if (ne (.Values.a | toString) \"-\") }} ~ {a=true}",
        "a: one ~ {{ if eq .Values.a \"two\" }} ~ {a=\"two\"}",
        "a: 1 ~ {{ if gt (int .Values.a) 1 }} ~ {a=3}",
        "a: true ~ {{ if .Values.a }} ~ {}",
        "a: false ~ {{ .Values.a }} ~ {}",
        "a: '' ~ {{ required \".Values.b is for \\\"c\\\"\" .Values.a }} ~ {a=\"first-place\"}",
        "{ha: {enabled: false}, x: false, y: true} ~ {{ template \"mode\" . }}{{ if eq .mode \"ha\" }}"
            + " ~ {ha.enabled=true, x=true}",
        "{batch: {enable: false}, printed: false} ~ {{ include \"rules\" . }} ~ {batch.enable=true}",
      })
  void nameTheValuesThatMakeThemTrue(String defaults, String template, String expected)
      throws JsonProcessingException {
    assertEquals(
        expected,
        Conditions.of(List.of(HELPERS))
            .values(template, new YAMLMapper().readTree(defaults))
            .toString());
  }
}
