package dev.catamaran.it.release;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@RealNode
@ExtendWith(InNamespace.class)
class InstallIT {

  @Test
  void installsTheChartOfAPrimary(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", TestChart.memcached()));
    namespace.apply("Widget", "cache", "{replicaCount: 3}");

    await()
        .untilAsserted(
            () ->
                assertEquals(
                    "True", namespace.condition("Widget", "cache", "Ready").get("status")));
    var deployment = namespace.get(Deployment.class, "cache-memcached");
    assertNotNull(deployment);
    assertEquals(3, deployment.getSpec().getReplicas());
    assertEquals("cache", deployment.getMetadata().getOwnerReferences().getFirst().getName());
    assertEquals(List.of("1 deployed"), namespace.revisions("cache"));
    assertEquals(
        "InstallSuccessful", namespace.condition("Widget", "cache", "Deployed").get("reason"));
  }
}
