package dev.catamaran.it.process;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many installations wait for the only worker of their kind. */
@ExtendWith(InNamespace.class)
class BurstIT {
  private static final int WAITING = 8;

  @Test
  void repairsAReadyReleaseBeforeWaitingInstallations(TestNamespace namespace) {
    var gate = namespace.gate();
    var chart =
        TestChart.named("busy")
            .values("{gated: true}")
            .template(
                "gate.yaml",
                "{{ if .Values.gated }}\n%s{{ end }}\n".formatted(gate.job("pre-install")))
            .configMap("made", "by", "busy")
            .path();
    namespace.operate(Watching.chart("Widget", chart, "maxConcurrentReconciles: 1"));
    namespace.apply("Widget", "ready", "{gated: false}");
    namespace.awaitReady("Widget", "ready");
    for (int i = 0; i < WAITING; i++) {
      namespace.apply("Widget", "waiting-" + i, "{}");
    }
    await().until(() -> !revisions(namespace, "pending-install").isEmpty());
    namespace.client().resource(namespace.existing(ConfigMap.class, "ready-made")).delete();
    gate.open();

    await().until(() -> revisions(namespace, "deployed").size() == WAITING + 1);

    long repaired = version(namespace.existing(ConfigMap.class, "ready-made"));
    long before =
        revisions(namespace, "deployed").stream()
            .filter(secret -> version(secret) < repaired)
            .count();
    // The ready release itself, the installation that ran, and perhaps one more.
    assertTrue(before <= 3, before + " releases were deployed before the repair");
  }

  private static List<Secret> revisions(TestNamespace namespace, String status) {
    return namespace
        .client()
        .secrets()
        .inNamespace(namespace.name())
        .withLabel("owner", "helm")
        .withLabel("status", status)
        .list()
        .getItems();
  }

  /** Versions of objects in one etcd rise with each write. */
  private static long version(HasMetadata object) {
    return Long.parseLong(object.getMetadata().getResourceVersion());
  }
}
