package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.chart.ChartLoader;
import dev.catamaran.cli.TestProject;
import dev.catamaran.helm.ChartEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodSecurityValuesTest {
  /** The template of a default is in one file, that of a danger in another. */
  @Test
  void namesThoseThatReachThePodInAnyForm(@TempDir Path work) throws Exception {
    var chart =
        new TestProject(work.resolve("chart"))
            .writeAll(
                Map.of(
                    "Chart.yaml",
                    "{apiVersion: v2, name: raft, version: 0.1.0}",
                    "ci/a-values.yaml",
                    "store: sql",
                    "values.yaml",
                    """
                    podSecurityContext: {enabled: false}
                    containerSecurityContext: {runAsUser: 1}
                    hostNetwork: true
                    serviceAccount: {name: ""}
                    extraVolumes: []
                    initContainers: ""
                    quotedVolumes: x
                    """,
                    "templates/_account.tpl",
                    "{{ define \"account\" }}{{ default \"raft\" .Values.serviceAccount.name }}{{ end }}",
                    "templates/other.yaml",
                    """
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: other}
                    spec: {hostPID: {{ .Values.hostPID | default false }}, containers: [{name: b, image: x}]}
                    {{- range .Values.extraObjects }}
                    ---
                    {{ toYaml . }}
                    {{- end }}
                    """,
                    "templates/pod.yaml",
                    """
                    apiVersion: v1
                    kind: Pod
                    metadata:
                      name: {{ required "a store" .Values.store }}
                      annotations: {v: {{ toYaml .Values.quotedVolumes | quote }}}
                    spec:
                      hostNetwork: {{ .Values.hostNetwork }}
                      {{- if .Values.podSecurityContext.enabled }}
                      securityContext: {{ omit .Values.podSecurityContext "enabled" | toYaml | nindent 4 }}
                      {{- end }}
                      serviceAccountName: {{ include "account" . }}
                      volumes: {{ toYaml .Values.extraVolumes | nindent 4 }}
                      initContainers: {{- tpl .Values.initContainers . | nindent 4 }}
                      containers:
                      - name: main
                        image: x
                        securityContext: {runAsUser: {{ .Values.containerSecurityContext.runAsUser }}}
                    """));
    try (var engine = ChartEngine.start()) {
      var loaded = new ChartLoader(work.resolve("unpacked")).load(chart.folder());
      var probed = new ProbedChart(engine, loaded);
      assertEquals(
          List.of(
              "containerSecurityContext",
              "extraVolumes",
              "hostNetwork",
              "hostPID",
              "initContainers",
              "podSecurityContext",
              "serviceAccount.name"),
          new PodSecurityValues(probed).find());
      assertEquals(List.of("extraObjects"), new ManifestValues(probed).find());
    }
  }
}
