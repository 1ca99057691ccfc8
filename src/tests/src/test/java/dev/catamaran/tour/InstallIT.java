package dev.catamaran.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.inspect.Shell;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A primary becomes a release of a chart. The cluster is real, and the first test of a run starts
 * it. {@link dev.catamaran.testcluster.InNamespace} gives each test a namespace, and deletes it
 * afterwards. {@link Watching} writes a watches.yaml: here the chart of the kind Widget, which
 * src/test/resources/test-crds.yaml defines.
 */
class InstallIT {

  @Test
  @RealNode
  void installsTheChartOfAPrimary(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", TestChart.memcached()));
    namespace.deploy("Widget", "cache", "{replicaCount: 3}");

    // The spec of the primary has the values of the chart.
    var deployment = namespace.existing(Deployment.class, "cache-memcached");
    assertEquals(3, deployment.getSpec().getReplicas());
    assertEquals("cache", deployment.getMetadata().getOwnerReferences().getFirst().getName());
    assertEquals(List.of("1 deployed"), namespace.revisions("cache"));
    assertEquals(
        "InstallSuccessful", namespace.condition("Widget", "cache", "Deployed").get("reason"));
  }

  /** A person asks {@code catamaran status}, which needs no running operator. */
  @Test
  void showsTheReleaseToAPerson(TestNamespace namespace) {
    var chart = TestChart.named("colors").configMap("colors", "color", "{{ .Values.color }}");
    var watching = Watching.chart("Widget", chart.path());
    namespace.operate(watching);
    namespace.deploy("Widget", "one", "{color: blue}");

    assertEquals(
        """
        items:
        - namespace: NAMESPACE
          name: one
          apiVersion: test.catamaran.dev/v1
          kind: Widget
          qualifiedName: widget.test.catamaran.dev/one
          ready: "True"
          state: Deployed
          reason: AllReady
          message: all objects of the release are ready
          release: one
          revision: 1
          chart: colors-0.1.0
          appVersion: "1"
          created: "TIME"
        """,
        Shell.in(namespace, watching.write()).run("status", "--output=yaml").out());
  }
}
