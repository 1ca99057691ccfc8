package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** With this flag the operator uses no rights of its own for a primary. */
class DefaultServiceAccountIT {
  private static final String FLAG = "--default-service-account=deployer";

  @Test
  void appliesToAllReleases(TestNamespace namespace) {
    var account = TestAccount.in(namespace, "deployer").may("secrets", "*");
    var operator = namespace.launch(watching(), FLAG);
    namespace.apply("Widget", "one", "{}");
    assertForbidden(namespace, "permission to get configmaps");
    assertFalse(operator.log().contains("own permissions"), operator::log);

    account.may("configmaps", "*");
    namespace.awaitReady("Widget", "one");

    account.mayNot("configmaps");
    namespace.delete(ConfigMap.class, "one-colors");
    assertForbidden(namespace, "configmaps");
    assertNull(namespace.get(ConfigMap.class, "one-colors"), "repaired with the operator's rights");
    account.may("configmaps", "*");
    eventually(() -> assertEquals(Map.of("color", "blue"), namespace.data("one-colors")));

    namespace.delete("Widget", "one");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
  }

  @Test
  void isMissedAtStartUnlessWatchesYamlDecides(TestNamespace namespace) {
    var chart = TestChart.named("colors").configMap("colors", "color", "blue").path();
    var operator =
        namespace.launch(watching().and("Gadget", chart, "allowOwnRights: true"), new String[0]);
    namespace.deploy("Widget", "one", "{}");

    var warnings =
        operator
            .log()
            .lines()
            .filter(line -> line.contains("the operator's own permissions"))
            .toList();
    assertEquals(1, warnings.size(), operator::log);
    assertTrue(warnings.getFirst().contains("Releases of Widget are made"), operator::log);
    assertTrue(warnings.getFirst().contains("WARN"), operator::log);
    assertTrue(warnings.getFirst().contains("serviceAccountName"), operator::log);
  }

  @Test
  void readsValuesWithItsRightsOnly(TestNamespace namespace) {
    // Helm writes and reads revisions by name. It lists them by label with a right on all Secrets.
    var account =
        TestAccount.in(namespace, "deployer").may("configmaps", "*").may("secrets", "create");
    namespace.secret("theirs", Map.of("values.yaml", "color: secret"));
    namespace.launch(watching("allowValuesFromSecrets: true"), FLAG, "--reconcile-period=1s");
    namespace.apply("Widget", "one", "{}");
    namespace.annotate("Widget", "one", "catamaran.dev/values-from", "Secret/theirs");

    namespace.awaitReason(
        "Widget",
        "one",
        "Stalled",
        "ValuesUnavailable",
        "grant service account " + namespace.name() + "/deployer");
    assertFalse(namespace.data("one-colors").containsValue("secret"));

    account.may("secrets", "*");
    eventually(() -> assertEquals(Map.of("color", "secret"), namespace.data("one-colors")));
  }

  private static void assertForbidden(TestNamespace namespace, String message) {
    namespace.awaitReason("Widget", "one", "Ready", "Forbidden", message);
  }

  private static Watching watching(String... options) {
    return Watching.chart(
        "Widget",
        TestChart.named("colors")
            .configMap("colors", "color", "{{ .Values.color }}")
            .values("color: blue")
            .path(),
        options);
  }
}
