package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.Gate;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * One operator is killed while a hook of each of its releases waits, each at another point. The
 * next operator brings all of them to their end.
 */
@RealNode
class CrashIT {
  /** Primary to the events of the hook that waits. */
  private static final Map<String, String> HOOKS =
      Map.of(
          "early", "pre-install,pre-upgrade",
          "late", "post-install",
          "upgrade", "pre-upgrade",
          "undo", "post-upgrade",
          "rollback", "pre-rollback",
          "removal", "pre-delete");

  @Test
  void theNextOperatorEndsWhatAKilledOneBegan(TestNamespace namespace) {
    var gate = namespace.gate();
    var watching =
        Watching.chart("Widget", chart(gate), "maxConcurrentReconciles: " + HOOKS.size());
    var killed = namespace.launch(watching);
    HOOKS.keySet().forEach(name -> namespace.apply("Widget", name, spec(name, "red")));
    var upgrade = namespace.widget("upgrade");
    var undo = namespace.widget("undo");
    var rollback = namespace.widget("rollback");
    var removal = namespace.widget("removal");
    for (var one : List.of(upgrade, undo, rollback, removal)) {
      one.awaitReady();
    }
    for (var one : List.of(upgrade, undo)) {
      one.apply(spec(one.name(), "blue"));
    }
    rollback.deploy(spec("rollback", "blue"));
    rollback.annotate("catamaran.dev/rollback-to", "1");
    removal.delete();

    namespace.awaitRevisions("early", "1 pending-install");
    eventually(() -> assertNotNull(namespace.get(Job.class, "late-gate")));
    var made = namespace.existing(ConfigMap.class, "late-colour").getMetadata().getUid();
    upgrade.awaitRevisions("1 deployed", "2 pending-upgrade");
    eventually(() -> assertNotNull(undo.get(Job.class, "gate")));
    rollback.awaitRevisions("1 superseded", "2 deployed", "3 pending-upgrade");
    removal.awaitRevisions("1 uninstalling");
    killed.kill();
    assertEquals("blue", undo.data("colour").get("colour"), "the upgrade has changed it");
    assertEquals(List.of("1 deployed", "2 pending-upgrade"), undo.revisions());
    assertEquals(
        List.of("catamaran.dev/uninstall-release"),
        Objects.requireNonNull(removal.primary()).getMetadata().getFinalizers());
    undo.annotate("catamaran.dev/rollback-to", "1");

    namespace.operate(watching);
    upgrade.awaitRevisions("1 deployed", "2 failed", "3 pending-upgrade");
    assertEquals("red", upgrade.data("colour").get("colour"), "not changed yet");
    gate.open();

    // The new installation has revision 1 again, and keeps the objects.
    for (var name : List.of("early", "late")) {
      var one = namespace.widget(name);
      one.awaitReady();
      one.awaitData("colour", "colour", "red");
      one.awaitRevisions("1 deployed");
    }
    assertEquals(made, namespace.existing(ConfigMap.class, "late-colour").getMetadata().getUid());
    upgrade.awaitData("colour", "colour", "blue");
    upgrade.awaitNewestRevision("3 deployed");
    for (var one : List.of(undo, rollback)) {
      one.awaitData("colour", "colour", "red");
      eventually(() -> assertTrue(one.revisions().getLast().endsWith(" deployed")));
      one.awaitReason("Ready", "Held");
    }
    removal.awaitGone();
    eventually(() -> assertNull(removal.get(ConfigMap.class, "colour")));
    eventually(() -> assertNull(removal.get(Job.class, "gate")));
  }

  private static String spec(String name, String colour) {
    return "{at: %s, colour: %s}".formatted(name, colour);
  }

  private static Path chart(Gate gate) {
    var chart = TestChart.named("crash").configMap("colour", "colour", "{{ .Values.colour }}");
    HOOKS.forEach(
        (name, events) ->
            chart.template(
                name + ".yaml",
                "{{ if eq .Values.at \"%s\" }}\n%s{{ end }}\n".formatted(name, gate.job(events))));
    return chart.path();
  }
}
