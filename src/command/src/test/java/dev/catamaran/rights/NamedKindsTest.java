package dev.catamaran.rights;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamedKindsTest {
  /**
   * Kinds with a computed version, and with several of which one is served; a slash ends a line.
   */
  @ParameterizedTest
  @CsvSource({
    "{{- if .on }}/apiVersion: {{ $version }}/kind: ServiceMonitor/{{ end }}/, servicemonitors true",
    "apiVersion: {{ include \"cert\" . }}/kind: ClusterIssuer/, clusterissuers false",
    "apiVersion: {{ $version }}/kind: Boat/, ''",
    "{{ if .on }}/apiVersion: batch%v1/{{ else }}/apiVersion: batch%v1beta1/{{ end }}/kind: Job/, jobs true",
  })
  void areFoundInTheText(String template, String expected) {
    var found =
        new NamedKinds()
            .in(template.replace('/', '\n').replace('%', '/')).stream()
                .map(it -> "%s %s".formatted(it.plural(), it.namespaced()))
                .toList();
    assertEquals(expected, String.join(", ", found));
  }
}
