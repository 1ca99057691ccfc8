package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a text of the values chooses among the objects of a chart is the chart's. */
class HonestTextsIT {
  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart(
              "Widget",
              TestChart.named("honest")
                  .values("{versions: \"*\", users: \"[]\"}")
                  .template(
                      "versions.yaml",
                      """
                      {{- if semverCompare .Values.versions "1.34.0" }}
                      apiVersion: v1
                      kind: ConfigMap
                      metadata: {name: "{{ .Release.Name }}-matching"}
                      data: {versions: {{ .Values.versions | quote }}}
                      {{- end }}
                      """)
                  .template(
                      "users.yaml",
                      """
                      {{- range fromYamlArray .Values.users }}
                      ---
                      apiVersion: v1
                      kind: {{ .kind | default "ConfigMap" }}
                      metadata: {name: "{{ $.Release.Name }}-{{ .name }}"}
                      data: {role: {{ .role | quote }}}
                      {{- end }}
                      """)
                  .configMap("colors", "color", "red")
                  .path()));

  @Test
  void isARangeOfVersions(TestPrimary one) {
    one.deploy("{versions: '>=1.20.0-0'}");
    assertEquals(Map.of("versions", ">=1.20.0-0"), one.data("matching"));

    one.deploy("{versions: '>1.40.0'}");
    assertEquals(Map.of(), one.data("matching"));
  }

  @Test
  void isAListWithAnObjectForEachItem(TestPrimary one) {
    one.deploy(
        users("[{\"name\": \"bob\", \"role\": \"b\"}, {\"name\": \"ann\", \"role\": \"a: 1\"}]"));
    assertEquals(Map.of("role", "a: 1"), one.data("ann"));
    assertEquals(Map.of("role", "b"), one.data("bob"));

    one.apply(users("- name: bob\n  role: c\n"));
    one.awaitData("bob", "role", "c");
    eventually(() -> assertEquals(Map.of(), one.data("ann")));
  }

  @Test
  void choosesNoKindByAnItemOfAList(TestPrimary one) {
    one.apply(users("[{\"name\": \"bob\", \"kind\": \"Secret\"}]"));

    one.awaitReason("Stalled", "NotAllowed", "users");
  }

  private static String users(String users) {
    return Serialization.asJson(Map.of("users", users));
  }
}
