package dev.catamaran.it.values;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class ValuesFromIT {
  private static final String FROM =
      "valuesFrom: [{kind: ConfigMap, name: settings}, {kind: Secret, name: passwords}]";

  @Test
  void mergesInOrderUnderTheSpecAndFollowsEachChangeAtOnce(TestNamespace namespace) {
    namespace.configMap(
        "settings", Map.of("values.yaml", "{a: map, b: map, c: map, d: map, number: 30000000}"));
    namespace.secret("passwords", Map.of("values.yaml", "{b: secret, c: secret, d: secret}"));
    namespace.secret("own", Map.of("prod", "{c: own, d: own}"));
    namespace.operate(Watching.chart("Widget", letters(), FROM, "allowValuesFromSecrets: true"));
    namespace.apply("Widget", "one", "{d: spec}");
    annotate(namespace, "Secret/own:prod");

    eventually(
        () ->
            assertEquals(
                Map.of("letters", "map secret own spec chart", "number", "30000000"),
                namespace.data("one-letters")));

    namespace.configMap("settings", Map.of("values.yaml", "{a: other, number: 1}"));
    eventually(
        () ->
            assertEquals(
                "other secret own spec chart", namespace.data("one-letters").get("letters")));
    namespace.secret("own", Map.of("prod", "{c: newer}"));
    eventually(
        () ->
            assertEquals(
                "other secret newer spec chart", namespace.data("one-letters").get("letters")));
    annotate(namespace, "");
    eventually(
        () ->
            assertEquals(
                "other secret secret spec chart", namespace.data("one-letters").get("letters")));
  }

  @Test
  void neverShowsTheContentOfASecret(TestNamespace namespace) {
    namespace.secret("passwords", Map.of("values.yaml", "a: [hunter2"));
    var chart =
        TestChart.named("leaky")
            .template(
                "leak.yaml",
                """
                {{- if eq .Values.fail "render" }}{{ fail (print "no " .Values.a) }}{{ end }}
                apiVersion: v1
                kind: Service
                metadata: {name: "{{ .Release.Name }}"}
                spec:
                  type: {{ if eq .Values.fail "api" }}{{ .Values.a }}{{ else }}ClusterIP{{ end }}
                  ports: [{port: 80}]
                """)
            .template("NOTES.txt", "Log in with {{ .Values.a }}.")
            .path();
    var operator =
        namespace.launch(
            Watching.chart("Widget", chart, "valuesFrom: [{kind: Secret, name: passwords}]"));
    namespace.apply("Widget", "one", "{fail: render}");
    awaitUnavailable(
        namespace, "Secret/passwords, key values.yaml: line 1, column 12: not a mapping in YAML");

    namespace.secret("passwords", Map.of("values.yaml", "a: hunter2"));
    awaitMessage(namespace, "Irreconcilable", "no ***");
    namespace.apply("Widget", "one", "{fail: api}");
    awaitMessage(namespace, "Irreconcilable", "Unsupported value: \"***\"");
    namespace.apply("Widget", "one", "{fail: no}");
    awaitMessage(namespace, "Deployed", "Log in with ***.");

    eventually(() -> assertTrue(events(namespace).contains("no ***")));
    assertFalse(events(namespace).contains("hunter2"));
    assertFalse(Serialization.asYaml(namespace.primary("Widget", "one")).contains("hunter2"));
    assertFalse(operator.log().contains("hunter2"), operator::log);
  }

  private static String events(TestNamespace namespace) {
    return Serialization.asYaml(
        namespace.client().v1().events().inNamespace(namespace.name()).list());
  }

  @Test
  void refusesAnInvalidReferenceAndBytesInPlaceOfAText(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", letters()));
    namespace.apply("Widget", "one", "{}");
    annotate(namespace, "Secret/other-namespace/own");

    namespace.awaitReason("Widget", "one", "Stalled", "InvalidAnnotation");

    var bytes = Base64.getEncoder().encodeToString(new byte[] {'a', ':', (byte) 0xff});
    namespace
        .client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName("bytes")
                .endMetadata()
                .addToBinaryData("a", bytes)
                .build())
        .inNamespace(namespace.name())
        .create();
    annotate(namespace, "ConfigMap/bytes:a");
    awaitUnavailable(
        namespace,
        "ConfigMap/bytes in namespace %s, key a: not a text in UTF-8".formatted(namespace.name()));
  }

  @Test
  void mergesFourMillionCharactersAtMost(TestNamespace namespace) {
    int most = 4 << 20;
    var mebibyte = "z: " + "x".repeat((most >> 2) - 3);
    for (int i = 0; i < 4; i++) {
      namespace.configMap("large-" + i, Map.of("values.yaml", mebibyte));
    }
    namespace.configMap("settings", Map.of("values.yaml", "#"));
    namespace.operate(Watching.chart("Widget", letters()));
    namespace.apply("Widget", "one", "{a: spec}");
    var large = "ConfigMap/large-0,ConfigMap/large-1,ConfigMap/large-2,ConfigMap/large-3";

    annotate(namespace, large + ",ConfigMap/settings");
    awaitUnavailable(
        namespace,
        "the values from Secrets and ConfigMaps have more than 4194304 characters; use fewer or smaller objects");

    annotate(namespace, large);
    eventually(() -> assertEquals(Map.of(), namespace.condition("Widget", "one", "Stalled")));
    namespace.awaitReady("Widget", "one");
  }

  private static void awaitUnavailable(TestNamespace namespace, String message) {
    eventually(
        () ->
            assertEquals(
                Map.of("status", "True", "reason", "ValuesUnavailable", "message", message),
                namespace.condition("Widget", "one", "Stalled")));
  }

  private static void awaitMessage(TestNamespace namespace, String condition, String part) {
    eventually(
        () -> {
          var found = namespace.condition("Widget", "one", condition);
          assertTrue(found.getOrDefault("message", "").contains(part), found::toString);
        });
  }

  private static void annotate(TestNamespace namespace, String references) {
    namespace.annotate("Widget", "one", "catamaran.dev/values-from", references);
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
}
