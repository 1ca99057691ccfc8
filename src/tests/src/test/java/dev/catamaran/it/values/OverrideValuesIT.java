package dev.catamaran.it.values;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Event;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class OverrideValuesIT {

  @Test
  void rendersListsEscapesTypesTemplatesAndDeletedDefaults(TestNamespace namespace) {
    var chart =
        TestChart.named("shown")
            .values(
                "{gone: chart, deep: {gone: chart, left: chart}, byspec: chart, list: [{a: 1}]}")
            .template(
                "shown.yaml",
                """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: "{{ .Release.Name }}-shown"}
                data: {values: {{ .Values | toJson | quote }}}
                """)
            .path();
    namespace.operate(
        Watching.chart(
            "Widget",
            chart,
            "overrideValues:",
            "  gone:",
            "  deep.gone: 'null'",
            "  list[1].b\\.c: 'x\\,y'",
            "  letters: '{a,b}'",
            "  big: 30000000",
            "  yes: 'true'",
            "  upper: '{{ \"a\" | upper }}'"));
    namespace.deploy("Widget", "one", "{byspec: null, n: 9007199254740993, list: [{a: 2}]}");

    assertEquals(
        Map.of(
            "values",
            "{\"big\":30000000,\"deep\":{\"left\":\"chart\"},\"letters\":[\"a\",\"b\"],"
                + "\"list\":[{\"a\":2},{\"b.c\":\"x,y\"}],\"n\":9007199254740993,\"upper\":\"A\","
                + "\"yes\":true}"),
        namespace.data("one-shown"));
  }

  @Test
  void reportsOnlyTheNamesOfOverriddenValues(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", TestChart.breakable(), "overrideValues: {color: purple}"));
    namespace.deploy("Widget", "one", "{color: red}");

    eventually(
        () ->
            assertEquals(
                List.of("Warning: watches.yaml sets these values whatever the spec says: color"),
                namespace.list(Event.class).stream()
                    .filter(event -> event.getReason().equals("OverrideValuesInUse"))
                    .map(event -> event.getType() + ": " + event.getMessage())
                    .toList()));
    assertEquals(Map.of("color", "purple"), namespace.data("one-colors"));
  }
}
