package dev.catamaran.tour;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A finalizer keeps a deleted primary until its release and all its objects are gone: also the
 * cluster-scoped ones, which cannot have the primary as their owner.
 */
@RealNode
class RemovalIT {

  @Test
  void deletesTheReleaseItsObjectsAndThePrimary(TestNamespace namespace) {
    var chart =
        TestChart.named("wide")
            .configMap("colors", "color", "{{ .Values.color }}")
            .template(
                "role.yaml",
                """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: "{{ .Release.Namespace }}-{{ .Release.Name }}"}
                rules: []
                """);
    namespace.operate(Watching.chart("Widget", chart.path()));
    namespace.deploy("Widget", "one", "{color: blue}");
    assertNotNull(role(namespace));
    namespace.deploy("Widget", "one", "{color: red}");
    assertEquals(
        List.of("catamaran.dev/uninstall-release"),
        namespace.primary("Widget", "one").getMetadata().getFinalizers());

    namespace.delete("Widget", "one");

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    eventually(() -> assertNull(role(namespace)));
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-colors")));
  }

  private static @Nullable ClusterRole role(TestNamespace namespace) {
    return namespace.client().rbac().clusterRoles().withName(namespace.name() + "-one").get();
  }
}
