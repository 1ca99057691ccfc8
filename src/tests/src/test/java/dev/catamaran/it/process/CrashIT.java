package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.Gate;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.SideBySide;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Objects;

@RealNode
class CrashIT {

  @SideBySide
  void installsAfterACrashBeforeTheFirstObject(TestNamespace namespace) {
    var gate = namespace.gate();
    var watching = gated(gate, "pre-install,pre-upgrade");
    var first = namespace.launch(watching);
    namespace.apply("Widget", "crash", "{colour: red}");
    awaitRevisions(namespace, "1 pending-install");
    first.kill();

    gate.open();
    namespace.launch(watching);

    awaitColour(namespace, "red");
    // The new install has revision 1 again.
    awaitRevisions(namespace, "1 deployed");
  }

  @SideBySide
  void installsAfterACrashBeforeTheEndOfThePostInstallHook(TestNamespace namespace) {
    var gate = namespace.gate();
    var watching = gated(gate, "post-install");
    var first = namespace.launch(watching);
    namespace.apply("Widget", "crash", "{colour: red}");
    awaitRevisions(namespace, "1 pending-install");
    eventually(() -> assertNotNull(namespace.get(Job.class, "crash-gate")));
    first.kill();
    var made = namespace.get(ConfigMap.class, "crash-colour");
    assertNotNull(made, "the ConfigMap exists before the hook");

    gate.open();
    namespace.launch(watching);

    awaitColour(namespace, "red");
    // The new install has revision 1 again.
    awaitRevisions(namespace, "1 deployed");
    assertEquals(
        made.getMetadata().getUid(),
        Objects.requireNonNull(namespace.get(ConfigMap.class, "crash-colour"))
            .getMetadata()
            .getUid(),
        "the new install keeps the ConfigMap");
  }

  @SideBySide
  void upgradesAfterACrashDuringAnUpgrade(TestNamespace namespace) {
    var gate = namespace.gate();
    var watching = gated(gate, "pre-upgrade");
    var first = namespace.launch(watching);
    namespace.apply("Widget", "crash", "{colour: red}");
    awaitColour(namespace, "red");
    namespace.apply("Widget", "crash", "{colour: blue}");
    awaitRevisions(namespace, "1 deployed", "2 pending-upgrade");
    first.kill();

    namespace.launch(watching);
    awaitRevisions(namespace, "1 deployed", "2 failed", "3 pending-upgrade");
    assertEquals("red", colour(namespace), "the upgrade has not changed the ConfigMap yet");
    gate.open();

    awaitColour(namespace, "blue");
    namespace.awaitNewestRevision("crash", "3 deployed");
  }

  @SideBySide
  void rollsBackAfterACrashDuringAnUpgrade(TestNamespace namespace) {
    var gate = namespace.gate();
    var watching = gated(gate, "post-upgrade");
    var first = namespace.launch(watching);
    namespace.apply("Widget", "crash", "{colour: red}");
    awaitColour(namespace, "red");
    namespace.apply("Widget", "crash", "{colour: blue}");
    eventually(() -> assertNotNull(namespace.get(Job.class, "crash-gate")));
    first.kill();
    assertEquals("blue", colour(namespace), "the upgrade has changed the ConfigMap");
    assertEquals(List.of("1 deployed", "2 pending-upgrade"), namespace.revisions("crash"));

    namespace.annotate("Widget", "crash", "catamaran.dev/rollback-to", "1");
    namespace.launch(watching);

    awaitColour(namespace, "red");
    eventually(() -> assertTrue(namespace.revisions("crash").getLast().endsWith(" deployed")));
  }

  @SideBySide
  void rollsBackAfterACrashDuringARollback(TestNamespace namespace) {
    var gate = namespace.gate();
    var watching = gated(gate, "pre-rollback");
    var first = namespace.launch(watching);
    namespace.apply("Widget", "crash", "{colour: red}");
    awaitColour(namespace, "red");
    namespace.apply("Widget", "crash", "{colour: blue}");
    awaitColour(namespace, "blue");
    namespace.annotate("Widget", "crash", "catamaran.dev/rollback-to", "1");
    awaitRevisions(namespace, "1 superseded", "2 deployed", "3 pending-upgrade");
    first.kill();

    gate.open();
    namespace.launch(watching);

    awaitColour(namespace, "red");
    eventually(() -> assertTrue(namespace.revisions("crash").getLast().endsWith(" deployed")));
  }

  @SideBySide
  void uninstallsAfterACrashDuringAnUninstall(TestNamespace namespace) {
    var gate = namespace.gate();
    var watching = gated(gate, "pre-delete");
    var first = namespace.launch(watching);
    namespace.apply("Widget", "crash", "{colour: red}");
    awaitColour(namespace, "red");
    namespace.delete("Widget", "crash");
    awaitRevisions(namespace, "1 uninstalling");
    first.kill();
    assertEquals(
        List.of("catamaran.dev/uninstall-release"),
        Objects.requireNonNull(namespace.primary("Widget", "crash")).getMetadata().getFinalizers());

    gate.open();
    namespace.launch(watching);

    eventually(() -> assertNull(namespace.primary("Widget", "crash")));
    assertEquals(List.of(), namespace.revisions("crash"));
    eventually(
        () -> {
          assertNull(namespace.get(ConfigMap.class, "crash-colour"));
          assertNull(namespace.get(Job.class, "crash-gate"));
        });
  }

  private static Watching gated(Gate gate, String hooks) {
    return Watching.chart(
        "Widget",
        TestChart.named("crash")
            .configMap("colour", "colour", "{{ .Values.colour }}")
            .template("gate.yaml", gate.job(hooks))
            .path());
  }

  private static void awaitRevisions(TestNamespace namespace, String... revisions) {
    namespace.awaitRevisions("crash", revisions);
  }

  private static void awaitColour(TestNamespace namespace, String expected) {
    eventually(() -> assertEquals(expected, colour(namespace)));
    namespace.awaitReady("Widget", "crash");
  }

  private static String colour(TestNamespace namespace) {
    return namespace.data("crash-colour").getOrDefault("colour", "none");
  }
}
