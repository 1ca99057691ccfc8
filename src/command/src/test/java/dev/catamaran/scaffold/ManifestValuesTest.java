package dev.catamaran.scaffold;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.chart.ChartLoader;
import dev.catamaran.cli.TestProject;
import dev.catamaran.helm.ChartEngine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestValuesTest {
  /** The chart demands a value that only a file in ci/ has. */
  @Test
  void namesThoseThatBecomeObjectsInAnyForm(@TempDir Path work) throws Exception {
    var chart =
        new TestProject(work.resolve("chart"))
            .writeAll(
                Map.of(
                    "Chart.yaml",
                    "{apiVersion: v2, name: raft, version: 0.1.0}",
                    "ci/a-values.yaml",
                    "store: sql",
                    "values.yaml",
                    "{extraObjects: [], named: {manifests: {}}, rawText: \"\", resources: {}}",
                    "templates/_helpers.tpl",
                    "{{ define \"raw\" }}{{ tpl .Values.rawText . }}{{ end }}",
                    "templates/others.yaml",
                    """
                    {{- range .Values.extraObjects }}
                    ---
                    {{ toYaml . }}
                    {{- end }}
                    {{- range .Values.named.manifests }}
                    ---
                    {{ toYaml . }}
                    {{- end }}
                    ---
                    {{ include "raw" . }}
                    """,
                    "templates/pod.yaml",
                    """
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: {{ required "a store" .Values.store }}}
                    spec:
                      containers:
                      - name: main
                        image: x
                        resources: {{ toJson .Values.resources }}
                    """));
    try (var engine = ChartEngine.start()) {
      var loaded = new ChartLoader(work.resolve("unpacked")).load(chart.folder());
      assertEquals(
          List.of("extraObjects", "named.manifests", "rawText"),
          new ManifestValues(engine, loaded).find());
    }
  }
}
