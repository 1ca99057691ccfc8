package dev.catamaran.tour;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * {@code valuesFrom} of watches.yaml takes values from ConfigMaps and Secrets. The operator waits
 * for a missing one, and says what is missing.
 */
@RealNode
class SecretValuesIT {

  @Test
  void reportsAMissingObjectAndRecovers(TestNamespace namespace) {
    var chart =
        TestChart.named("login")
            .configMap("login", "as", "\"{{ .Values.user }} {{ .Values.word }}\"");
    namespace.operate(
        Watching.chart(
            "Widget",
            chart.path(),
            "valuesFrom:",
            "- {kind: ConfigMap, name: nowhere, optional: true}",
            "- {kind: Secret, name: passwords, key: first, targetPath: word}"));
    namespace.apply("Widget", "one", "{user: ann}");
    awaitUnavailable(namespace, "Secret/passwords is missing in namespace " + namespace.name());
    assertEquals(List.of(), namespace.revisions("one"));

    namespace.secret("passwords", Map.of("second", "x"));
    awaitUnavailable(
        namespace, "Secret/passwords in namespace " + namespace.name() + " has no key first");

    namespace.secret("passwords", Map.of("first", "{not, a, list}"));
    namespace.awaitReady("Widget", "one");
    assertEquals(Map.of("as", "ann {not, a, list}"), namespace.data("one-login"));
    assertEquals(Map.of(), namespace.condition("Widget", "one", "Stalled"));
  }

  private static void awaitUnavailable(TestNamespace namespace, String message) {
    eventually(
        () ->
            assertEquals(
                Map.of("status", "True", "reason", "ValuesUnavailable", "message", message),
                namespace.condition("Widget", "one", "Stalled")));
  }
}
