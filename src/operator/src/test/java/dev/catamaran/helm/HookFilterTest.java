package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The filter must not change a byte of text without hooks. HooksIT tests the hooks. */
class HookFilterTest {
  private static final String HOOK =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: hook
        annotations: {"helm.sh/hook": "pre-upgrade"}
      """;

  @Test
  void keepsTextWithoutHooksUnchanged() throws IOException {
    same(
        TestChart.named("plain")
            .values("list: [1, 2]\ntext: '{{ not a template }}'")
            .template("_names.tpl", "{{- define \"plain.name\" }}name-{{ .Release.Name }}{{ end }}")
            .template(
                "a.yaml",
                """
                {{- $name := include "plain.name" . -}}
                {{- /* a comment with }} in it */ -}}
                # with a comment
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: {{ $name }}, labels: {quoted: "{{ "}}" | quote | len }}"}}
                data:
                {{- range $i, $n := .Values.list }}
                  n{{ $i }}: {{ printf `}} "%v"` $n | quote }}
                {{- end }}
                  local: {{ include "plain.local" . | quote }}
                  self: {{ .Template.Name | quote }}
                  block: |
                    helm.sh/hook: is only text
                    {{ .Values.text }}
                {{ define "plain.local" -}}
                {{ if true }}a{{ else }}b{{ end }}{{ block "plain.block" . }}c{{ end }}
                {{- end -}}

                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: second, annotations: {helm.sh/hook-weight: "1"}}
                """)
            .template("tail.tpl", "apiVersion: v1\nkind: Service\nmetadata: {name: tail}")
            .template("list.json", "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[]}")
            .template("NOTES.txt", "{{ .Release.Name }}"));
  }

  @Test
  void keepsChecksumsOfFilesThatATemplateIncludesByPath() throws IOException {
    same(
        TestChart.named("checksums")
            .template(
                "config.yaml",
                "{{ define \"x\" }}{{ end }}\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n\n---\n"
                    + HOOK)
            .template(
                "web.yaml",
                """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: web
                  annotations:
                    sum: {{ include (print $.Template.BasePath "/config.yaml") . | sha256sum }}
                """));
  }

  @Test
  void filtersNestedAndPackagedSubcharts() throws IOException {
    var chart = TestChart.named("top").template("a.yaml", object("top") + "---\n" + HOOK);
    var folder = "charts/one/";
    for (var name : List.of("one", "two", "three")) {
      chart
          .file(folder + "Chart.yaml", "apiVersion: v2\nname: %s\nversion: 1.0.0\n".formatted(name))
          .file(folder + "templates/a.yaml", object(name) + "---\n" + HOOK);
      folder += name.equals("one") ? "charts/two/" : "charts/three/";
    }
    same(chart);
    var packaged = TestChart.named("outer").template("b.yaml", object("outer"));
    packaged.file("charts/.keep", "");
    new Helm(chart.path()).packageIt().withDestination(packaged.path().resolve("charts")).call();
    same(packaged);
  }

  /** For {@code fail} and {@code required}, Helm reports the outermost location only. */
  @Test
  void keepsTheLineNumbersOfErrors() throws IOException {
    var chart =
        TestChart.named("broken")
            .template(
                "a.yaml",
                "{{ define \"broken.x\" }}\n1\n2\n{{ end }}\nkind: {{ .Values.no.such }}\n");
    HookFilter.of(List.of("pre-upgrade")).applyTo(chart.path());
    var failure = assertThrows(IllegalStateException.class, () -> rendered(chart.path()));
    var message = String.valueOf(failure.getMessage());
    assertTrue(message.contains("broken/templates/a.yaml:5:"), message);
    assertTrue(message.contains(".Values.no.such"), message);
  }

  private static String object(String name) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s-{{ .Chart.Name }}}\n"
        .formatted(name);
  }

  private static void same(TestChart chart) throws IOException {
    var plain = rendered(chart.path());
    HookFilter.of(List.of("pre-upgrade", "post-upgrade")).applyTo(chart.path());
    assertEquals(plain, rendered(chart.path()));
  }

  private static String rendered(Path chart) {
    return new Helm(chart).template().withName("cache").withNamespace("shop").call();
  }
}
