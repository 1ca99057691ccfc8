package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * The release steps of the end-to-end test of helm-operator (operator-sdk,
 * test/e2e/helm/cluster_test.go).
 */
class HelmOperatorScenariosIT {
  private static final String NAME = "memcached-sample";

  @Test
  void installsScalesUpgradesAndUninstallsMemcached(TestNamespace namespace) {
    var operator = namespace.launch(Watching.chart("Widget", TestChart.memcached()));

    namespace.deploy("Widget", NAME, "{replicaCount: 1}");
    operator.awaitLog("Installed release");
    assertEquals(
        NAME,
        Objects.requireNonNull(namespace.primary("Widget", NAME))
            .get("status", "deployedRelease", "name"));

    namespace.client().resource(namespace.existing(Deployment.class, NAME)).scale(2);
    eventually(() -> assertEquals(1, replicas(namespace)));
    assertEquals(List.of("1 deployed"), namespace.revisions(NAME));

    namespace.apply("Widget", NAME, "{replicaCount: 2}");
    operator.awaitLog("Upgraded to release");
    namespace.awaitReady("Widget", NAME);
    assertEquals(2, replicas(namespace));

    waitsForABlockingFinalizer(namespace);

    namespace.deploy("Widget", NAME, "{}");
    namespace.delete("Widget", NAME);
    operator.awaitLog("Uninstalled the release");
    eventually(() -> assertNull(namespace.primary("Widget", NAME)));
  }

  private static void waitsForABlockingFinalizer(TestNamespace namespace) {
    annotate(namespace, "helm.sdk.operatorframework.io/uninstall-wait", "true");
    finalizers(namespace, "[\"example.com/hold\"]");

    namespace.delete("Widget", NAME);

    eventually(
        () -> {
          var deployed = namespace.condition("Widget", NAME, "Deployed");
          assertEquals("False", deployed.get("status"), deployed::toString);
          assertEquals("Uninstalling", deployed.get("reason"));
        });
    assertNotNull(namespace.primary("Widget", NAME));
    finalizers(namespace, "null");
    eventually(() -> assertNull(namespace.primary("Widget", NAME)));
    assertNull(namespace.get(Deployment.class, NAME));
  }

  private static int replicas(TestNamespace namespace) {
    return namespace.existing(Deployment.class, NAME).getSpec().getReplicas();
  }

  private static void annotate(TestNamespace namespace, String key, String value) {
    namespace
        .resource("Widget", NAME)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}".formatted(key, value));
  }

  private static void finalizers(TestNamespace namespace, String list) {
    namespace
        .client()
        .resource(namespace.existing(Deployment.class, NAME))
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"finalizers\":%s}}".formatted(list));
  }
}
