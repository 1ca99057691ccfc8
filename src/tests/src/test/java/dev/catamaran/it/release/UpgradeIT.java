package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class UpgradeIT {

  @Test
  void restoresTheDefaultsOfTheChartForAnEmptySpec(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", colors()));
    namespace.deploy("Widget", "one", "{color: green}");

    namespace.apply("Widget", "one", "{}");

    eventually(() -> assertEquals(Map.of("color", "blue"), namespace.data("one-colors")));
  }

  @Test
  void rendersIntegersAsWritten(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", numbers()));
    namespace.deploy(
        "Widget",
        "one",
        "{n: 30000000, nested: {n: -1234567}, list: [{n: 9007199254740993}, {n: 7}]}");

    assertEquals(
        Map.of("n", "30000000", "nested", "-1234567", "list", "9007199254740993 7 "),
        namespace.data("one-numbers"));

    namespace.apply("Widget", "one", "{n: 1000000, nested: {n: 999999}, list: [{n: 1000001}]}");
    eventually(
        () ->
            assertEquals(
                Map.of("n", "1000000", "nested", "999999", "list", "1000001 "),
                namespace.data("one-numbers")));
  }

  @Test
  void prefersOverrideValuesToTheSpec(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", colors(), "overrideValues: {color: black}"));
    namespace.deploy("Widget", "one", "{color: green}");

    assertEquals(Map.of("color", "black"), namespace.data("one-colors"));
  }

  private static Path colors() {
    return TestChart.named("colors")
        .values("color: blue")
        .configMap("colors", "color", "\"{{ .Values.color }}\"")
        .path();
  }

  private static Path numbers() {
    return TestChart.named("numbers")
        .template(
            "numbers.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-numbers"}
            data:
              "n": "{{ .Values.n }}"
              nested: "{{ .Values.nested.n }}"
              list: "{{ range .Values.list }}{{ .n }} {{ end }}"
            """)
        .path();
  }
}
