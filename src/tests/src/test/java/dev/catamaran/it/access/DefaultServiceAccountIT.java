package dev.catamaran.it.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** With this flag the operator uses no rights of its own for a primary. */
class DefaultServiceAccountIT {

  @Test
  void isMissedAtTheStartAndThenAppliesToAllReleases(TestNamespace namespace) {
    var account = TestAccount.in(namespace, "deployer").may("secrets", "*");
    var warned = namespace.launch(watching().and("Gadget", chart(), "allowOwnRights: true"));
    warned.awaitLog("Reconciling");
    var warnings =
        warned
            .log()
            .lines()
            .filter(line -> line.contains("the operator's own permissions"))
            .toList();
    assertEquals(1, warnings.size(), warned::log);
    for (var part : List.of("Releases of Widget are made", "WARN", "serviceAccountName")) {
      assertTrue(warnings.getFirst().contains(part), warned::log);
    }
    warned.kill();

    var operator = namespace.launch(watching(), "--default-service-account=deployer");
    var one = namespace.widget("one").apply("{}");
    one.awaitReason("Ready", "Forbidden", "permission to get configmaps");
    assertFalse(operator.log().contains("own permissions"), operator::log);
    account.may("configmaps", "*");
    one.awaitReady();

    account.mayNot("configmaps");
    one.delete(ConfigMap.class, "colors");
    one.awaitReason("Ready", "Forbidden", "configmaps");
    assertNull(one.get(ConfigMap.class, "colors"), "repaired with the operator's rights");
    account.may("configmaps", "*");
    one.awaitData("colors", "color", "blue");
    one.delete();
    one.awaitGone();
  }

  private static Watching watching() {
    return Watching.chart("Widget", chart());
  }

  private static Path chart() {
    return TestChart.named("colors").configMap("colors", "color", "blue").path();
  }
}
