package dev.catamaran.it.values;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
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
}
