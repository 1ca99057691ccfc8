package dev.catamaran.it.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a text of the values chooses among the objects of a chart is the chart's. */
class HonestTextsIT {
  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart(
              "Widget",
              TestChart.named("honest")
                  .values("{versions: \"*\"}")
                  .template(
                      "versions.yaml",
                      """
                      {{- if semverCompare .Values.versions "1.34.0" }}
                      apiVersion: v1
                      kind: ConfigMap
                      metadata: {name: "{{ .Release.Name }}-matching"}
                      data: {versions: {{ .Values.versions | quote }}}
                      {{- end }}
                      """)
                  .configMap("colors", "color", "red")
                  .path()));

  @Test
  void isARangeOfVersions(TestPrimary one) {
    one.deploy("{versions: '>=1.20.0-0'}");
    assertEquals(Map.of("versions", ">=1.20.0-0"), one.data("matching"));

    one.deploy("{versions: '>1.40.0'}");
    assertEquals(Map.of(), one.data("matching"));
  }
}
