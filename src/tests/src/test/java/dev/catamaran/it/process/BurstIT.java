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

/** Many upgrades wait for the only worker of their kind. */
@ExtendWith(InNamespace.class)
class BurstIT {
  private static final int CHANGED = 8;

  @Test
  void repairsAReadyReleaseBeforeWaitingUpgrades(TestNamespace namespace) {
    var gate = namespace.gate();
    var chart =
        TestChart.named("busy")
            .values("{gated: false}")
            .template(
                "gate.yaml",
                "{{ if .Values.gated }}\n%s{{ end }}\n".formatted(gate.job("pre-upgrade")))
            .configMap("made", "by", "busy")
            .path();
    namespace.operate(Watching.chart("Widget", chart, "maxConcurrentReconciles: 1"));
    namespace.apply("Widget", "ready", "{}");
    for (int i = 0; i < CHANGED; i++) {
      namespace.apply("Widget", "changed-" + i, "{}");
    }
    namespace.awaitReady("Widget", "ready");
    for (int i = 0; i < CHANGED; i++) {
      namespace.awaitReady("Widget", "changed-" + i);
    }
    for (int i = 0; i < CHANGED; i++) {
      namespace.apply("Widget", "changed-" + i, "{gated: true}");
    }
    await().until(() -> revisions(namespace, "pending-upgrade").size() == 1);
    namespace.client().resource(namespace.existing(ConfigMap.class, "ready-made")).delete();
    gate.open();

    await().until(() -> upgraded(namespace).size() == CHANGED);

    long repaired = version(namespace.existing(ConfigMap.class, "ready-made"));
    long before = upgraded(namespace).stream().filter(secret -> version(secret) < repaired).count();
    // The upgrade that ran, and perhaps one more.
    assertTrue(before <= 2, before + " upgrades ended before the repair");
  }

  private static List<Secret> upgraded(TestNamespace namespace) {
    return revisions(namespace, "deployed").stream()
        .filter(secret -> secret.getMetadata().getName().endsWith(".v2"))
        .toList();
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
