package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.helm.ChartEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodSecurityValuesTest {
  @TempDir Path unpacked;

  private List<String> of(Path chart) throws InvalidChartException {
    try (var engine = ChartEngine.start()) {
      var loaded = new ChartLoader(unpacked).load(chart);
      var probed = new ProbedChart(engine, loaded);
      var found = new PodSecurityValues(probed).find();
      assertEquals(found, new PodSecurityValues(withAllTemplates(probed)).find());
      return found;
    }
  }

  private static ProbedChart withAllTemplates(ProbedChart probed) {
    var unknown = new TemplateReach(Map.of(), Set.of());
    return new ProbedChart(probed.engine(), probed.chart(), probed.usual(), unknown);
  }

  /** The template of a default is in one file, that of a danger in another. */
  @Test
  void namesWhatMakesAnotherTemplateDangerous(@TempDir Path chart)
      throws IOException, InvalidChartException {
    Files.createDirectories(chart.resolve("templates"));
    Files.writeString(chart.resolve("Chart.yaml"), "{apiVersion: v2, name: two, version: 0.1.0}");
    for (var name : List.of("a", "b")) {
      Files.writeString(
          chart.resolve("templates/%s.yaml".formatted(name)),
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: %1$s}
          spec:
            hostNetwork: {{ .Values.%1$s.hostNetwork }}
            hostPID: {{ .Values.%1$s.hostPID }}
            containers: [{name: main, image: x}]
          """
              .formatted(name));
    }
    Files.writeString(
        chart.resolve("values.yaml"),
        "a: {hostNetwork: true, hostPID: false}\nb: {hostNetwork: false, hostPID: false}\n");

    assertEquals(List.of("a.hostNetwork", "a.hostPID", "b.hostPID"), of(chart));
  }

  @Test
  void namesThoseOfAChartThatDemandsTheValuesOfItsCi(@TempDir Path chart)
      throws IOException, InvalidChartException {
    Files.createDirectories(chart.resolve("templates"));
    Files.createDirectories(chart.resolve("ci"));
    Files.writeString(chart.resolve("Chart.yaml"), "{apiVersion: v2, name: d, version: 0.1.0}");
    Files.writeString(chart.resolve("ci/a-values.yaml"), "other: 1");
    Files.writeString(chart.resolve("ci/b-values.yaml"), "store: sql");
    Files.writeString(
        chart.resolve("templates/pod.yaml"),
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: {{ required "a store" .Values.store }}}
        spec:
          hostNetwork: {{ .Values.hostNetwork | default false }}
          containers: [{name: main, image: x}]
        {{- range .Values.extraObjects }}
        ---
        {{ toYaml . }}
        {{- end }}
        """);

    assertEquals(List.of("hostNetwork"), of(chart));
    try (var engine = ChartEngine.start()) {
      var loaded = new ChartLoader(unpacked).load(chart);
      var found = new ManifestValues(new ProbedChart(engine, loaded)).find();
      assertEquals(List.of("extraObjects"), found);
    }
  }

  @Test
  void namesThoseOfAUsualChart() throws InvalidChartException {
    assertEquals(
        List.of("podSecurityContext", "securityContext", "serviceAccount.name", "volumes"),
        of(Path.of("helm-charts/memcached")));
  }

  @Test
  void namesThoseThatReachThePodInAnyForm(@TempDir Path chart)
      throws IOException, InvalidChartException {
    Files.createDirectories(chart.resolve("templates"));
    Files.writeString(chart.resolve("Chart.yaml"), "{apiVersion: v2, name: raft, version: 0.1.0}");
    Files.writeString(
        chart.resolve("values.yaml"),
        """
        podSecurityContext: {enabled: false}
        containerSecurityContext: {runAsUser: 1}
        hostNetwork: true
        hostPID: false
        capabilities: {}
        serviceAccount: {name: ""}
        extraVolumes: []
        sidecars: []
        initContainers: ""
        quotedVolumes: x
        """);
    Files.writeString(
        chart.resolve("templates/_account.tpl"),
        "{{ define \"account\" }}{{ default \"raft\" .Values.serviceAccount.name }}{{ end }}");
    Files.writeString(
        chart.resolve("templates/pod.yaml"),
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: raft, annotations: {v: {{ toYaml .Values.quotedVolumes | quote }}}}
        spec:
          hostNetwork: {{ .Values.hostNetwork }}
          hostPID: {{ .Values.hostPID }}
          {{- if .Values.podSecurityContext.enabled }}
          securityContext: {{ omit .Values.podSecurityContext "enabled" | toYaml | nindent 4 }}
          {{- end }}
          serviceAccountName: {{ include "account" . }}
          volumes: {{ toYaml .Values.extraVolumes | nindent 4 }}
          initContainers: {{- tpl .Values.initContainers . | nindent 4 }}
          containers:
          - name: main
            image: x
            securityContext:
              runAsUser: {{ .Values.containerSecurityContext.runAsUser }}
              capabilities: {{ toYaml .Values.capabilities | nindent 8 }}
          {{- with .Values.sidecars }}
          {{- toYaml . | nindent 2 }}
          {{- end }}
        """);

    assertEquals(
        List.of(
            "capabilities",
            "containerSecurityContext",
            "extraVolumes",
            "hostNetwork",
            "hostPID",
            "initContainers",
            "podSecurityContext",
            "serviceAccount.name",
            "sidecars"),
        of(chart));
  }
}
