package dev.catamaran.it.values;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class ValuesSchemaIT {

  @Test
  void namesEachViolationWithItsPathAndMakesNoRevision(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", chart()));
    namespace.apply("Widget", "one", "{size: hunter2, ports: [80, many], sub: {depth: deep}}");

    eventually(
        () ->
            assertEquals(
                Map.of(
                    "status",
                    "True",
                    "reason",
                    "InvalidValues",
                    "message",
                    "the values do not meet values.schema.json of chart strict:"
                        + " ports[1]: got string, want integer;"
                        + " size: value must be one of 'small', 'large';"
                        + " sub.depth: got string, want integer"),
                namespace.condition("Widget", "one", "Stalled")));
    assertEquals(List.of(), namespace.revisions("one"));

    namespace.deploy("Widget", "one", "{size: large, ports: [80], sub: {depth: 1}}");
    assertEquals(Map.of("size", "large"), namespace.data("one-made"));
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
  }

  private static Path chart() {
    return TestChart.named("strict")
        .values("size: small\nports: []\n")
        .file(
            "values.schema.json",
            """
            {"$schema": "http://json-schema.org/draft-07/schema#",
             "required": ["size"],
             "properties": {"ports": {"items": {"type": "integer"}},
                            "size": {"enum": ["small", "large"]}}}
            """)
        .file("charts/sub/Chart.yaml", "apiVersion: v2\nname: sub\nversion: 0.1.0\n")
        .file(
            "charts/sub/values.schema.json",
            "{\"properties\": {\"depth\": {\"type\": \"integer\"}}}")
        .configMap("made", "size", "\"{{ .Values.size }}\"")
        .path();
  }
}
