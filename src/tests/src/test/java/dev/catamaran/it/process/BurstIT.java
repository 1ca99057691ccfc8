package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Many upgrades wait for the only worker of their kind. */
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
    changed().forEach(name -> namespace.apply("Widget", name, "{}"));
    namespace.awaitReady("Widget", "ready");
    changed().forEach(name -> namespace.awaitReady("Widget", name));
    changed().forEach(name -> namespace.apply("Widget", name, "{gated: true}"));
    eventually(
        () ->
            assertEquals(
                1,
                changed()
                    .filter(name -> namespace.revisions(name).contains("2 pending-upgrade"))
                    .count()));
    namespace.delete(ConfigMap.class, "ready-made");
    gate.open();

    changed().forEach(name -> namespace.awaitRevisions(name, "1 superseded", "2 deployed"));

    long repaired = version(namespace.existing(ConfigMap.class, "ready-made"));
    long before =
        changed()
            .map(name -> namespace.existing(Secret.class, "sh.helm.release.v1." + name + ".v2"))
            .filter(upgraded -> version(upgraded) < repaired)
            .count();
    // The upgrade that ran, and those of a slow watch. In the order of their causes it would be
    // all.
    assertTrue(before <= CHANGED / 2, before + " upgrades ended before the repair");
  }

  private static Stream<String> changed() {
    return IntStream.range(0, CHANGED).mapToObj(i -> "changed-" + i);
  }

  /** Versions of objects in one etcd rise with each write. */
  private static long version(HasMetadata object) {
    return Long.parseLong(object.getMetadata().getResourceVersion());
  }
}
