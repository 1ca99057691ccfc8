package dev.catamaran.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameTemplateTest {
  private static final JsonNode PRIMARY =
      yaml(
          """
          metadata: {name: one, namespace: home, labels: {tier: gold, my-team: blue}}
          spec: {tenant: acme, shard: 7, dr: true, empty: "", none: null, deep: {name: x}, list: [a]}
          """);

  @ParameterizedTest
  @CsvSource({
    "fixed, fixed",
    "{{ .metadata.name }}, one",
    "{{.metadata.name}}-x, one-x",
    "{{ .metadata.namespace }}-{{ .metadata.name }}, home-one",
    "{{ .metadata.labels.tier }}, gold",
    "{{ .metadata.labels.my-team }}, blue",
    "t-{{ .spec.tenant }}-{{ .spec.shard }}-{{ .spec.dr }}, t-acme-7-true",
    "{{ .spec.deep.name }}, x",
  })
  void insertsFieldsIntoTheText(String template, String name) throws Exception {
    assertEquals(name, NameTemplate.parse(template).of(PRIMARY));
  }

  @ParameterizedTest
  @CsvSource({
    "{{ .spec.missing }}, spec.missing is not set",
    "{{ .spec.deep.missing.more }}, spec.deep.missing.more is not set",
    "{{ .spec.empty }}, spec.empty is not set",
    "{{ .spec.none }}, spec.none is not set",
    "{{ .spec.deep }}, spec.deep is a map",
    "{{ .spec.list }}, spec.list is a list",
    "{{ .metadata.annotations.x }}, metadata.annotations.x is not set",
  })
  void namesTheMissingOrUnusableField(String template, String problem) {
    var parsed = NameTemplate.parse(template);
    var e = assertThrows(NameTemplate.UnresolvedException.class, () -> parsed.of(PRIMARY));
    assertEquals(problem, e.problem());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{{ .metadata.uid }}; \"{{ .metadata.uid }}\" cannot be part of a name",
        "{{ .status.name }}; \"{{ .status.name }}\" cannot be part of a name",
        "{{ .spec }}; \"{{ .spec }}\" cannot be part of a name",
        "{{ .spec.a | lower }}; \"{{ .spec.a | lower }}\" cannot be part of a name",
        "{{- .metadata.name }}; \"{{- .metadata.name }}\" cannot be part of a name",
        "a{{ .metadata.name; has {{ without }}",
        "a }} b; has }} without {{",
        "' '; is empty",
      })
  void refusesTemplatesWithMoreThanFieldsAndText(String template, String problem) {
    var e = assertThrows(IllegalArgumentException.class, () -> NameTemplate.parse(template));
    assertEquals(problem, e.getMessage());
  }

  private static JsonNode yaml(String text) {
    try {
      return new YAMLMapper().readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
