package dev.catamaran.rights;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "a: {b: false} ~ {{- if .Values.a.b }} ~ {a.b=true}",
        "a: false ~ {{ else if and $.Values.a .Values.c.enabled -}} ~ {a=true, c.enabled=true}",
        "a: true ~ {{ if not .Values.a }} ~ {a=false}",
        "a: '-' ~ {{ if (ne (.Values.a | toString) \"-\") }} ~ {a=true}",
        "a: '-' ~ {{ $on := or .Values.a .Values.b }} ~ {a=true}",
        "a: one ~ {{ if eq .Values.a \"two\" }} ~ {a=\"two\"}",
        "a: '' ~ {{ if (eq (.Values.a | toString) \"true\") }} ~ {a=true}",
        "a: 1 ~ {{ if gt (int .Values.a) 1 }} ~ {a=3}",
        "a: {create: null} ~ {{ if .Values.a.create }} ~ {a.create=true}",
        "a: '' ~ {{ with .Values.a }} ~ {}",
        "a: true ~ {{ if .Values.a }} ~ {}",
        "a: false ~ {{ .Values.a }} ~ {}",
        "a: '' ~ {{ required \".Values.b is for \\\"c\\\"\" .Values.a }} ~ {a=\"first-place\"}",
        "a: {b: null} ~ {{ .Values.a.b | required \"set a.b\" | quote }} ~ {a.b=\"first-place\"}",
        "a: one ~ {{ required \"a\" .Values.a }} ~ {}",
        "a: '' ~ {{ fail \"a is required\" .Values.a }} ~ {}",
      })
  void nameTheValuesThatMakeThemTrue(String defaults, String template, String expected) {
    assertEquals(expected, values(Conditions.of(List.of()), defaults, template));
  }

  @Test
  void areReadInTheNamedTemplatesThatTheyCall() {
    var helpers =
        """
        {{- define "mode" -}}
        {{ if .Values.ha.enabled }}{{ set . "mode" "ha" }}{{ include "deep" . }}{{ end }}
        {{- end -}}
        {{- define "deep" }}{{ and .Values.x .Values.y }}{{ end }}
        {{- define "other" }}{{ if .Values.z }}{{ end }}{{ end }}
        """;
    assertEquals(
        "{ha.enabled=true, x=true}",
        values(
            Conditions.of(List.of(helpers)),
            "{ha: {enabled: false}, x: false, y: true, z: false}",
            "{{ template \"mode\" . }}{{ if eq .mode \"ha\" }}"));
  }

  @Test
  void areReadInTheNamedTemplatesThatTheTemplatePrints() {
    var helpers =
        """
        {{- define "rules" -}}
        - apiGroups: [""]
        {{ if .Values.batch.enable }}- apiGroups: [batch]{{ end }}
        {{ .Values.printed }}
        {{- end -}}
        """;
    assertEquals(
        "{batch.enable=true}",
        values(
            Conditions.of(List.of(helpers)),
            "{batch: {enable: false}, printed: false}",
            "rules:\n{{ include \"rules\" . | nindent 2 }}"));
  }

  private static String values(Conditions conditions, String defaults, String template) {
    try {
      return conditions.values(template, new YAMLMapper().readTree(defaults)).toString();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
