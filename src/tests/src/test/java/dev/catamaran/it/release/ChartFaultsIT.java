package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A condition names the cause of a chart that cannot be rendered or deployed, and its place. */
class ChartFaultsIT {
  private static final String COLORS =
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: \"{{ .Release.Name }}-colors\"\n"
          + "data:\n  color: ";
  private static final String TWICE =
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: \"{{ .Release.Name }}-twice\"}\n";

  /**
   * A template that only the primaries with this value have.
   *
   * @param said parts of the conditions; NAME is the primary's
   */
  private record Row(String fault, String template, String spec, String... said) {}

  static final List<Row> ROWS =
      List.of(
          new Row(
              "missing",
              COLORS + "{{ required \"say a color\" .Values.color }}",
              "",
              "faulty/templates/missing.yaml:7:",
              "say a color"),
          new Row(
              "nil",
              COLORS + "{{ .Values.none.color }}",
              "",
              "faulty/templates/nil.yaml:7:",
              "nil pointer"),
          new Row(
              "yaml",
              COLORS + "[{{ .Values.color }}",
              "color: red",
              "faulty/templates/yaml.yaml",
              "YAML parse error"),
          // The API server generates a name at each creation, so each repair would make one more.
          new Row(
              "unnamed",
              COLORS.replace("name:", "generateName:") + "red",
              "",
              "faulty/templates/unnamed.yaml",
              "metadata.name is missing"),
          new Row(
              "unquoted",
              COLORS.replace("\ndata:\n", "\n  annotations: {bright: true}\ndata:\n") + "red",
              "",
              "ConfigMap \"NAME-colors\" (faulty/templates/unquoted.yaml)",
              "metadata.annotations has bright: true, not a text; quote it"),
          new Row(
              "loop",
              COLORS + "{{ include \"loop\" . }}",
              "",
              "loop",
              "rendering template has a nested reference name"),
          new Row(
              "kind",
              "apiVersion: nowhere.example.com/v1\nkind: Alien\nmetadata: {name: alien}\n",
              "",
              "no matches for kind \"Alien\" in version \"nowhere.example.com/v1\""),
          new Row(
              "version",
              "apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: aged}\n",
              "",
              "no matches for kind \"Deployment\" in version \"extensions/v1beta1\""),
          new Row(
              "twice",
              TWICE + "---\n" + TWICE,
              "",
              "ConfigMap \"NAME-twice\" is there twice (faulty/templates/twice.yaml"),
          new Row(
              "scalar",
              COLORS + "{{ .Values.paint.color }}",
              "paint: blue",
              "faulty/templates/scalar.yaml:7",
              "can't evaluate field color"));

  @RegisterExtension
  static final OneOperator OPERATOR = OneOperator.of(Watching.chart("Widget", faulty().path()));

  private static TestChart faulty() {
    var chart =
        TestChart.named("faulty")
            .values("{fault: none, paint: {color: red}}")
            .file("templates/_loop.tpl", "{{ define \"loop\" }}{{ include \"loop\" . }}{{ end }}");
    for (var row : ROWS) {
      chart.template(
          row.fault() + ".yaml",
          "{{ if eq .Values.fault \"%s\" }}\n%s\n{{ end }}".formatted(row.fault(), row.template()));
    }
    return chart;
  }

  @ParameterizedTest
  @FieldSource("ROWS")
  void areReported(Row row, TestPrimary one) {
    one.apply("{fault: %s, %s}".formatted(row.fault(), row.spec()));

    assertReported(one, row.said());
    assertEquals(List.of(), one.revisions());
    assertEquals(
        List.of(),
        one.namespace().list(ConfigMap.class).stream()
            .map(object -> object.getMetadata().getName())
            .filter(name -> name.startsWith(one.name() + "-"))
            .toList());
  }

  @Test
  void areReportedOfAWholeChart(TestNamespace namespace) {
    var syntax = TestChart.named("syntax").template("a.yaml", COLORS + "{{ .Values.color");
    var function = TestChart.named("function").template("a.yaml", COLORS + "{{ frobnicate }}");
    var version =
        TestChart.named("new")
            .file(
                "Chart.yaml",
                "apiVersion: v2\nname: new\nversion: 0.1.0\nkubeVersion: \">=1.99.0\"\n");
    namespace.operate(
        Watching.chart("Widget", syntax.path())
            .and("Gadget", function.path())
            .and("Gizmo", version.path()));

    assertReported(
        namespace.one("Widget", "a").apply("{}"), "syntax/templates/a.yaml:6", "unclosed action");
    assertReported(
        namespace.one("Gadget", "b").apply("{}"),
        "function/templates/a.yaml:6",
        "function \"frobnicate\" not defined");
    assertReported(
        namespace.one("Gizmo", "c").apply("{}"),
        "kubeVersion: >=1.99.0",
        "incompatible with Kubernetes v1.");
  }

  @Test
  void areNoObstacleForADeletionOrACorrection(TestPrimary one) {
    var spoiled = one.another();
    for (var each : List.of(one, spoiled)) {
      each.deploy("{fault: missing, color: red}");
      each.apply("{fault: missing}");
      assertReported(each, "say a color");
    }
    eventually(() -> assertTrue(Integer.parseInt(one.value("status.failures.count")) >= 3));

    one.deploy("{fault: missing, color: green}");
    assertEquals(Map.of("color", "green"), one.data("colors"));
    assertEquals(Map.of(), one.condition("Irreconcilable"));

    spoiled.delete();
    spoiled.awaitGone();
    assertEquals(Map.of(), spoiled.data("colors"));
  }

  /** Values can disable and enable all objects of a chart, as with Helm. */
  @Test
  void areNotSeenInAChartThatRendersNothing(TestPrimary one) {
    one.deploy("{fault: missing, color: red}");

    one.apply("{fault: none}");
    one.awaitData("colors");
    one.awaitReady();
    assertEquals("2 deployed", one.revisions().getLast());

    one.apply("{fault: missing, color: green}");
    one.awaitData("colors", "color", "green");
  }

  private static void assertReported(TestPrimary one, String... parts) {
    eventually(
        () -> {
          var said =
              Stream.of("Irreconcilable", "ReleaseFailed", "Stalled", "Ready")
                  .map(one::condition)
                  .toList()
                  .toString();
          for (var part : parts) {
            assertTrue(
                said.contains(part.replace("NAME", one.name())), part + " is not in " + said);
          }
          assertEquals("False", one.condition("Ready").get("status"));
        });
  }
}
