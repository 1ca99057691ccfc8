package dev.catamaran.it.values;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class ValuesIT {
  private static final String FROM =
      "valuesFrom: [{kind: ConfigMap, name: settings}, {kind: Secret, name: passwords}]";

  @Test
  void mergesInOrderUnderTheSpecAndFollowsEachChangeAtOnce(TestPrimary one) {
    var namespace = one.namespace();
    namespace.configMap(
        "settings", Map.of("values.yaml", "{a: map, b: map, c: map, d: map, number: 30000000}"));
    namespace.secret("passwords", Map.of("values.yaml", "{b: secret, c: secret, d: secret}"));
    namespace.secret("own", Map.of("prod", "{c: own, d: own}"));
    namespace.operate(Watching.chart("Widget", letters(), FROM, "allowValuesFromSecrets: true"));
    one.apply("{d: spec}");
    annotate(one, "Secret/own:prod");
    one.awaitData("letters", "letters", "map secret own spec chart", "number", "30000000");

    namespace.configMap("settings", Map.of("values.yaml", "{a: other, number: 1}"));
    one.awaitData("letters", "letters", "other secret own spec chart", "number", "1");

    namespace.secret("own", Map.of("prod", "{c: newer}"));
    one.awaitData("letters", "letters", "other secret newer spec chart", "number", "1");

    annotate(one, "");
    one.awaitData("letters", "letters", "other secret secret spec chart", "number", "1");
  }

  @Test
  void refusesWhatItCannotReadAndMergesFourMillionCharactersAtMost(TestPrimary one) {
    var namespace = one.namespace();
    namespace.operate(Watching.chart("Widget", letters(), "allowValuesFromSecrets: true"));
    one.apply("{a: spec}");
    annotate(one, "Secret/other-namespace/own");
    one.awaitReason("Stalled", "InvalidAnnotation");

    var bytes = Base64.getEncoder().encodeToString(new byte[] {'a', ':', (byte) 0xff});
    namespace
        .scratch()
        .create(
            Serialization.unmarshal(
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"bytes\"},\"binaryData\":{\"a\":\"%s\"}}"
                    .formatted(bytes),
                ConfigMap.class));
    annotate(one, "ConfigMap/bytes:a");
    awaitUnavailable(
        one,
        "ConfigMap/bytes in namespace %s, key a: not a text in UTF-8".formatted(namespace.name()));

    // CanaryIT searches all output for such a text.
    namespace.secret("passwords", Map.of("values.yaml", "a: [hunter2"));
    annotate(one, "Secret/passwords");
    awaitUnavailable(one, "key values.yaml: line 1, column 12: not a mapping in YAML");

    int most = 4 << 20;
    var mebibyte = "z: " + "x".repeat((most >> 2) - 3);
    for (int i = 0; i < 4; i++) {
      namespace.configMap("large-" + i, Map.of("values.yaml", mebibyte));
    }
    namespace.configMap("settings", Map.of("values.yaml", "#"));
    var large = "ConfigMap/large-0,ConfigMap/large-1,ConfigMap/large-2,ConfigMap/large-3";
    annotate(one, large + ",ConfigMap/settings");
    awaitUnavailable(
        one,
        "the values from Secrets and ConfigMaps have more than 4194304 characters; use fewer or"
            + " smaller objects");

    annotate(one, large);
    one.awaitNo("Stalled");
    one.awaitReady();
  }

  private static void awaitUnavailable(TestPrimary one, String message) {
    one.awaitReason("Stalled", "ValuesUnavailable", message);
  }

  private static void annotate(TestPrimary one, String references) {
    one.annotate("catamaran.dev/values-from", references);
  }

  private static Path letters() {
    return TestChart.named("letters")
        .values("{a: chart, b: chart, c: chart, d: chart, e: chart, number: 0}")
        .template(
            "letters.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-letters"}
            data:
              letters: "{{ with .Values }}{{ .a }} {{ .b }} {{ .c }} {{ .d }} {{ .e }}{{ end }}"
              "number": "{{ .Values.number }}"
            """)
        .path();
  }

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

  @Test
  void namesEachViolationWithItsPathAndMakesNoRevision(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", strict()));
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

  private static Path strict() {
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
