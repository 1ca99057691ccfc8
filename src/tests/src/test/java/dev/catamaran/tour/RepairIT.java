package dev.catamaran.tour;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Someone edits an object of a release. The operator watches these objects: it repairs the fields
 * of the chart at once, without a new revision. No pass starts by timer in this test, because
 * {@link TestNamespace#operate} sets a reconcile period of an hour.
 */
@RealNode
class RepairIT {

  @Test
  void keepsAnAddedSidecarAndRestoresOtherFields(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", TestChart.memcached()));
    namespace.deploy("Widget", "one", "{replicaCount: 1}");

    namespace.edit(
        Deployment.class,
        "one-memcached",
        found -> {
          found.getSpec().setReplicas(3);
          var sidecar = new ContainerBuilder().withName("sidecar").withImage("sidecar").build();
          found.getSpec().getTemplate().getSpec().getContainers().add(sidecar);
          return found;
        });

    eventually(() -> assertEquals(1, deployment(namespace).getSpec().getReplicas()));
    var containers = deployment(namespace).getSpec().getTemplate().getSpec().getContainers();
    assertEquals(
        List.of("memcached", "sidecar"), containers.stream().map(Container::getName).toList());
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
  }

  private static Deployment deployment(TestNamespace namespace) {
    return namespace.existing(Deployment.class, "one-memcached");
  }
}
