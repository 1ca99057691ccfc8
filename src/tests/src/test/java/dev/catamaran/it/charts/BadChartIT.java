package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Charts that load and cannot be deployed. The condition reports the cause. */
class BadChartIT {
  private static final String TWICE =
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one-twice}\n";

  private static final String OBJECT = "apiVersion: %s\nkind: %s\nmetadata: {name: one-odd}\n";

  private static final List<TestChart> CHARTS =
      List.of(
          TestChart.named("newer")
              .file(
                  "Chart.yaml",
                  "apiVersion: v2\nname: newer\nversion: 0.1.0\nkubeVersion: \">=1.99.0\"\n"),
          TestChart.named("odd").configMap("made", "by", "{{ frobnicate .Values.by }}"),
          TestChart.named("round")
              .file("templates/_loop.tpl", "{{ define \"loop\" }}{{ include \"loop\" . }}{{ end }}")
              .configMap("made", "by", "{{ include \"loop\" . }}"),
          TestChart.named("alien")
              .template("a.yaml", OBJECT.formatted("nowhere.example.com/v1", "Alien")),
          TestChart.named("aged")
              .template("a.yaml", OBJECT.formatted("extensions/v1beta1", "Deployment")),
          TestChart.named("double").template("first.yaml", TWICE).template("second.yaml", TWICE),
          TestChart.named("deep")
              .values("paint: {color: red}\n")
              .configMap("made", "color", "{{ .Values.paint.color }}"));

  private static String entry(TestChart chart) {
    var path = chart.path();
    return "  - {version: %s, chart: %s}\n".formatted(path.getFileName(), path);
  }

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.yaml(
              "- group: test.catamaran.dev\n  version: v1\n  kind: Widget\n  chartVersions:\n"
                  + CHARTS.stream().map(BadChartIT::entry).collect(joining())));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "newer | kubeVersion: >=1.99.0 | incompatible with Kubernetes v1.",
        "odd | odd/templates/made.yaml:5 | function \"frobnicate\" not defined",
        "round | loop | rendering template has a nested reference name",
        "alien | no matches for kind \"Alien\" | in version \"nowhere.example.com/v1\"",
        "aged | no matches for kind \"Deployment\" | in version \"extensions/v1beta1\"",
        "double | \"one-twice\" is there twice | (double/templates/first.yaml,"
            + " double/templates/second.yaml)",
      })
  void reportsTheCause(String chart, String part, String another) {
    var one = OPERATOR.namespace().widget(chart).apply("{chartVersion: %s}".formatted(chart));
    assertReports(one, part, another);
    assertEquals(List.of(), one.revisions());
  }

  @Test
  void reportsAScalarInPlaceOfAMapping(TestPrimary one) {
    one.apply("{chartVersion: deep, paint: blue}");
    assertReports(one, "deep/templates/made.yaml:5", "can't evaluate field color");
    one.deploy("{chartVersion: deep, paint: {color: blue}}");
    one.awaitData("made", "color", "blue");
  }

  /** Values can disable and enable all objects of a chart, as with Helm. */
  @Test
  void removesAllObjectsWhenTheChartRendersNone(TestNamespace namespace) {
    var chart =
        TestChart.named("switched")
            .values("enabled: true\n")
            .template(
                "map.yaml",
                """
                {{- if .Values.enabled }}
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: "{{ .Release.Name }}-map"}
                data: {switched: "yes"}
                {{- end }}
                """);
    namespace.operate(Watching.chart("Widget", chart.path()));
    var one = namespace.widget("one").deploy("{}");
    one.apply("{enabled: false}");
    one.awaitData("map");
    one.awaitReady();
    one.awaitNewestRevision("2 deployed");
    one.apply("{enabled: true}");
    one.awaitData("map", "switched", "yes");
  }

  private static void assertReports(TestPrimary one, String... parts) {
    eventually(
        () -> {
          var conditions =
              Stream.of("Irreconcilable", "ReleaseFailed", "Stalled", "Ready")
                  .map(one::condition)
                  .map(condition -> condition.getOrDefault("message", ""))
                  .toList();
          for (var part : parts) {
            assertTrue(conditions.stream().anyMatch(c -> c.contains(part)), conditions::toString);
          }
          assertEquals("False", one.condition("Ready").get("status"));
        });
  }
}
