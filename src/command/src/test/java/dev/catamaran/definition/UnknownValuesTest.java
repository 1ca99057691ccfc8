package dev.catamaran.definition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnknownValuesTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  @TempDir Path folder;

  private List<String> unknown(String values, String template, String spec) throws IOException {
    Files.writeString(folder.resolve("Chart.yaml"), "name: web\nversion: 0.1.0\n");
    Files.writeString(folder.resolve("values.yaml"), values);
    Files.createDirectories(folder.resolve("templates"));
    Files.writeString(folder.resolve("templates/web.yaml"), template);
    return unknown(folder, YAML.readTree(spec));
  }

  private static List<String> unknown(Path chart, JsonNode spec) {
    return UnknownValues.of(chart, spec).stream().map(Object::toString).toList();
  }

  @Test
  void tellsNamesThatTheChartDoesNotHave() throws IOException {
    var values = "replicaCount: 1\nservice: {port: 80}\nannotations: {}\n";
    var template = "{{ .Values.replicaCount }} {{ .Values.service.port }} {{ .Values.extra }}";
    assertEquals(
        List.of("replicaCounts; replicaCount?", "service.prot", "wholly"),
        unknown(
            values,
            template,
            "{replicaCounts: 2, service: {prot: 1, port: 2}, annotations: {a: b}, extra: 1, wholly: {other: 1}, global: {a: 1}, gone: null}"));
  }

  /** An untrue warning is worse than none. */
  @Test
  void tellsNothingOfMapsThatTemplatesTakeAsAWhole() throws IOException {
    var values = "a: 1\nmap: {b: 1}\nenv: {c: 1}\n";
    assertEquals(
        List.of(),
        unknown(
            values,
            "{{ toYaml .Values.map }}{{ range $k, $v := .Values.env }}{{ end }}",
            "{map: {x: 1}, env: {y: 2}}"));
    assertEquals(List.of(), unknown(values, "{{ with index .Values \"map\" }}", "{map: {x: 1}}"));
    assertEquals(List.of(), unknown(values, "{{ toYaml .Values }}", "{x: 1}"));
    assertEquals(List.of(), unknown("", "{{ .Values.a }}", "{x: 1}"));
    assertEquals(List.of(), unknown("a: 1\n# x: 2\n", "{{ .Values.a }}", "{x: 1}"));
    assertEquals(
        List.of(), unknown("a: 1\n", "{{ tpl .Values.a . }}", "{x: 1, a: \"{{ .Values.x }}\"}"));
  }

  @Test
  void tellsNothingOfTheSample() throws IOException {
    var sample = YAML.readTree(Path.of("config/samples/cache_v1alpha1_memcached.yaml").toFile());
    assertEquals(List.of(), unknown(Path.of("helm-charts/memcached"), sample.path("spec")));
    assertEquals(
        List.of("replicaCounts; replicaCount?", "service.prot"),
        unknown(
            Path.of("helm-charts/memcached"),
            YAML.readTree("{replicaCounts: 3, service: {prot: 1}, resources: {x: 1}}")));
  }
}
