package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class ChartVersionsIT {

  @Test
  void deploysTheChosenVersionOfEachPrimary(TestNamespace namespace) {
    namespace.operate(offering(chart("2"), chart("1")));
    namespace.apply("Widget", "newest", "{}");
    namespace.apply("Widget", "old", "{chartVersion: \"1\", color: red}");
    namespace.awaitReady("Widget", "newest");
    namespace.awaitReady("Widget", "old");

    assertEquals(Map.of("made", "2"), namespace.data("newest-by"));
    assertEquals(Map.of("made", "1"), namespace.data("old-by"));
    assertEquals(
        "map[color:red]",
        namespace.data("old-values").get("all"),
        "chartVersion must not be a value of the chart");
  }

  @Test
  void listsTheVersionsAndContinuesAfterAValidChoice(TestNamespace namespace) {
    namespace.operate(offering(chart("2"), chart("1")));
    namespace.apply("Widget", "one", "{chartVersion: \"3\"}");
    eventually(
        () ->
            assertEquals(
                Map.of(
                    "status", "True",
                    "reason", "UnknownChartVersion",
                    "message", "spec.chartVersion \"3\" is not offered; choose one of 2, 1"),
                namespace.condition("Widget", "one", "Stalled")));

    namespace.deploy("Widget", "one", "{chartVersion: \"1\"}");
    assertEquals(Map.of(), namespace.condition("Widget", "one", "Stalled"));

    namespace.apply("Widget", "one", "{chartVersion: \"2\"}");
    eventually(() -> assertEquals(Map.of("made", "2"), namespace.data("one-by")));
  }

  private static TestChart chart(String version) {
    return TestChart.named("versioned")
        .values("")
        .configMap("by", "made", "\"" + version + "\"")
        .configMap("values", "all", "\"{{ .Values | toString }}\"");
  }

  private static Watching offering(TestChart two, TestChart one) {
    return Watching.yaml(
        """
        - group: test.catamaran.dev
          version: v1
          kind: Widget
          chartVersions:
          - {version: "2", chart: %s}
          - {version: "1", chart: %s}
        """
            .formatted(two.path(), one.path()));
  }
}
