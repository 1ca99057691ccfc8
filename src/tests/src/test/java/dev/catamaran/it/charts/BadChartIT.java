package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Charts with a successful load and a failed deployment. The condition reports the cause. */
class BadChartIT {

  @Test
  void reportsAnIncompatibleKubernetesVersion(TestNamespace namespace) {
    var chart =
        TestChart.named("new")
            .file(
                "Chart.yaml",
                "apiVersion: v2\nname: new\nversion: 0.1.0\nkubeVersion: \">=1.99.0\"\n")
            .configMap("made", "by", "chart");
    namespace.operate(Watching.chart("Widget", chart.path()));
    namespace.apply("Widget", "one", "{}");

    assertReports(namespace, "kubeVersion: >=1.99.0", "incompatible with Kubernetes v1.");
    assertEquals(List.of(), namespace.revisions("one"));
  }

  @Test
  void reportsAnUnknownTemplateFunction(TestNamespace namespace) {
    var chart = TestChart.named("odd").configMap("made", "by", "{{ frobnicate .Values.by }}");
    namespace.operate(Watching.chart("Widget", chart.path()));
    namespace.apply("Widget", "one", "{}");

    assertReports(namespace, "odd/templates/made.yaml:5", "function \"frobnicate\" not defined");
  }

  @Test
  void reportsARecursiveTemplate(TestNamespace namespace) {
    var chart =
        TestChart.named("round")
            .file("templates/_loop.tpl", "{{ define \"loop\" }}{{ include \"loop\" . }}{{ end }}")
            .configMap("made", "by", "{{ include \"loop\" . }}");
    namespace.operate(Watching.chart("Widget", chart.path()));
    namespace.apply("Widget", "one", "{}");

    assertReports(namespace, "loop", "rendering template has a nested reference name");
  }

  @Test
  void reportsAnUnservedKind(TestNamespace namespace) {
    var chart =
        TestChart.named("alien")
            .template(
                "alien.yaml",
                "apiVersion: nowhere.example.com/v1\nkind: Alien\nmetadata: {name: one-alien}\n");
    namespace.operate(Watching.chart("Widget", chart.path()));
    namespace.apply("Widget", "one", "{}");

    assertReports(namespace, "no matches for kind \"Alien\" in version \"nowhere.example.com/v1\"");
  }

  @Test
  void reportsAnUnservedVersionOfAKind(TestNamespace namespace) {
    var chart =
        TestChart.named("aged")
            .template(
                "deployment.yaml",
                "apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: one-aged}\n");
    namespace.operate(Watching.chart("Widget", chart.path()));
    namespace.apply("Widget", "one", "{}");

    assertReports(
        namespace, "no matches for kind \"Deployment\" in version \"extensions/v1beta1\"");
  }

  @Test
  void reportsADuplicateObject(TestNamespace namespace) {
    var twice = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one-twice}\n";
    var chart =
        TestChart.named("double").template("first.yaml", twice).template("second.yaml", twice);
    namespace.operate(Watching.chart("Widget", chart.path()));
    namespace.apply("Widget", "one", "{}");

    assertReports(
        namespace,
        "ConfigMap \"one-twice\" is there twice (double/templates/first.yaml, double/templates/second.yaml)");
  }

  @Test
  void reportsAScalarInPlaceOfAMapping(TestNamespace namespace) {
    var chart =
        TestChart.named("deep")
            .values("paint: {color: red}\n")
            .configMap("made", "color", "{{ .Values.paint.color }}");
    namespace.operate(Watching.chart("Widget", chart.path()));
    namespace.apply("Widget", "one", "{paint: blue}");

    assertReports(namespace, "deep/templates/made.yaml:5", "can't evaluate field color");

    namespace.deploy("Widget", "one", "{paint: {color: blue}}");
    assertEquals(Map.of("color", "blue"), namespace.data("one-made"));
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
    namespace.deploy("Widget", "one", "{}");

    namespace.apply("Widget", "one", "{enabled: false}");
    eventually(() -> assertEquals(Map.of(), namespace.data("one-map")));
    namespace.awaitReady("Widget", "one");
    assertEquals("2 deployed", namespace.revisions("one").getLast());

    namespace.apply("Widget", "one", "{enabled: true}");
    eventually(() -> assertEquals(Map.of("switched", "yes"), namespace.data("one-map")));
  }

  private static void assertReports(TestNamespace namespace, String... parts) {
    eventually(
        () -> {
          var conditions =
              List.of("Irreconcilable", "ReleaseFailed", "Stalled", "Ready").stream()
                  .map(type -> namespace.condition("Widget", "one", type))
                  .filter(condition -> !condition.isEmpty())
                  .toList();
          for (var part : parts) {
            assertTrue(
                conditions.stream().anyMatch(c -> c.getOrDefault("message", "").contains(part)),
                () -> part + " is not in " + conditions);
          }
          assertEquals("False", namespace.condition("Widget", "one", "Ready").get("status"));
        });
  }
}
