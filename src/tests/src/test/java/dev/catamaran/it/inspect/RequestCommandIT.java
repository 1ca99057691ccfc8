package dev.catamaran.it.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestCommandIT {
  private static final String ONE = "widget.test.catamaran.dev/one";

  @Test
  void pausesAndResumes(TestNamespace namespace) {
    var shell = deploy(namespace);

    assertEquals(
        """
        %1$s is paused: the operator changes nothing of it, not even after its deletion
        To continue: catamaran resume %1$s --namespace NAMESPACE
        """
            .formatted(ONE),
        shell.run("pause", "widget/one").out());
    namespace.apply("Widget", "one", "{color: green}");
    namespace.patch("Widget", "one", "{metadata: {labels: {a: b}}}");
    assertEquals(
        """
        %1$s is paused, so the operator would do nothing; first: catamaran resume %1$s --namespace NAMESPACE
        """
            .formatted(ONE),
        shell.run("reconcile", "widget/one").err());
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));

    assertEquals(
        """
        %1$s is resumed: the operator follows its spec again
        To wait for the result: catamaran wait %1$s --namespace NAMESPACE --for=ready
        """
            .formatted(ONE),
        shell.run("resume", "widget/one").out());
    assertEquals(ready(), shell.run("wait", "widget/one").out());
    assertEquals(Map.of("color", "green"), namespace.data("one-colors"));
  }

  @Test
  void makesANewRevision(TestNamespace namespace) {
    var shell = deploy(namespace);

    assertEquals(
        """
        primary: %1$s
        namespace: NAMESPACE
        annotation: catamaran.dev/reconcile-at
        value: "TIME"
        result: "is reconciled now: the operator makes one new revision"
        next: "To wait for the result: catamaran wait %1$s --namespace NAMESPACE --for=ready"
        """
            .formatted(ONE),
        shell.run("reconcile", "widget/one", "-o", "yaml").out());

    assertEquals(ready(), shell.run("wait", "widget/one", "--for=ready").out());
    assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one"));
  }

  /** The operator takes only a true value for a pause. */
  @Test
  void takesOnlyATrueAnnotationForAPause(TestNamespace namespace) {
    var shell = deploy(namespace);
    namespace.patch("Widget", "one", "{metadata: {annotations: {catamaran.dev/pause: \"false\"}}}");

    assertEquals(0, shell.run("reconcile", "widget/one").code());
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    assertTrue(shell.run("resume", "widget/one").out().startsWith(ONE + " was not paused\n"));
  }

  @Test
  void rollsBackAndEndsTheRollback(TestNamespace namespace) {
    var shell = deploy(namespace);
    namespace.deploy("Widget", "one", "{color: green}");
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");

    assertEquals(
        """
        %1$s is rolled back to revision 1, and stays there whatever its spec says
        To follow the spec again: catamaran rollback %1$s --namespace NAMESPACE --end
        """
            .formatted(ONE),
        shell.run("rollback", "widget/one").out());
    namespace.awaitRevisions("one", "1 superseded", "2 superseded", "3 deployed");
    assertEquals(Map.of("color", "blue"), namespace.data("one-colors"));
    assertEquals(
        """
        %1$s stays at revision 1, so the operator would make no revision; first: catamaran rollback %1$s --namespace NAMESPACE --end
        """
            .formatted(ONE),
        shell.run("reconcile", "widget/one").err());

    assertEquals(0, shell.run("rollback", "widget/one", "--end").code());
    namespace.awaitRevisions("one", "1 superseded", "2 superseded", "3 superseded", "4 deployed");
    assertEquals(Map.of("color", "green"), namespace.data("one-colors"));
    assertEquals(
        "--revision: release NAMESPACE/one has no revision 9; stored are 1, 2, 3, 4\n",
        shell.run("rollback", "widget/one", "--revision", "9").err());
    assertEquals(64, shell.run("rollback", "widget/one", "--revision=1", "--end").code());
  }

  @Test
  void saysWhatWatchesYamlDenies(TestNamespace namespace) {
    var watching =
        Watching.chart("Widget", TestChart.breakable(), "denyAnnotations: [pause, rollback-to]");
    namespace.operate(watching);
    namespace.deploy("Widget", "one", "{}");
    namespace.annotate("Widget", "one", "catamaran.dev/pause", "true");
    var shell = Shell.in(namespace, watching.write());

    var refused =
        "%s: watches.yaml denies catamaran.dev/%s for this kind, so the operator would ignore it;"
            + " take %s out of denyAnnotations first\n";
    assertEquals(refused.formatted(ONE, "pause", "pause"), shell.run("pause", "widget/one").err());
    assertEquals(
        refused.formatted(ONE, "rollback-to", "rollback-to"),
        shell.run("rollback", "widget/one", "--revision=1").err());
    assertEquals(0, shell.run("reconcile", "widget/one").code(), "the pause has no effect");
    assertEquals(ready(), shell.run("wait", "widget/one").out());
    assertEquals("2 deployed", namespace.revisions("one").getLast());
    assertTrue(shell.run("resume", "widget/one").out().startsWith(ONE + " was not paused\n"));
  }

  @Test
  void waitsForARollbackAndForItsEnd(TestNamespace namespace) {
    var watching = Watching.chart("Widget", TestChart.breakable());
    var shell = Shell.in(namespace, watching.write());
    var before = namespace.operate(watching);
    namespace.apply("Widget", "one", "{}");
    assertEquals(ready(), shell.run("wait", "widget/one").out());
    namespace.apply("Widget", "one", "{color: green}");
    assertEquals(ready(), shell.run("wait", "widget/one").out());

    before.close();
    assertEquals(0, shell.run("rollback", "widget/one").code());
    var tooSoon = shell.run("wait", "widget/one", "--timeout=1500ms");
    assertEquals(1, tooSoon.code(), tooSoon.out());
    namespace.operate(watching);
    assertEquals(ready(), shell.run("wait", "widget/one").out());
    assertEquals(Map.of("color", "blue"), namespace.data("one-colors"));
    assertEquals("3 deployed", namespace.revisions("one").getLast());

    assertEquals(0, shell.run("rollback", "widget/one", "--end").code());
    assertEquals(ready(), shell.run("wait", "widget/one").out());
    assertEquals(Map.of("color", "green"), namespace.data("one-colors"));
    assertEquals("4 deployed", namespace.revisions("one").getLast());
  }

  @Test
  void endsAWaitAtTheTimeoutWithTheLastCondition(TestNamespace namespace) {
    var shell = deploy(namespace);

    var run = shell.run("wait", "widget/one", "--for=deleted", "--timeout=1500ms");

    var standing = "Ready=True, AllReady: all objects of the release are ready\n";
    assertEquals(1, run.code());
    assertEquals(standing, run.err());
    assertEquals(ONE + " is not deleted: " + standing, run.out());
  }

  @Test
  void waitsForADeletion(TestNamespace namespace) throws InterruptedException {
    var shell = deploy(namespace);
    var deletion = Thread.ofVirtual().start(() -> namespace.delete("Widget", "one"));

    assertEquals(ONE + " is deleted\n", shell.run("wait", "widget/one", "--for=deleted").out());

    deletion.join();
    assertEquals(null, namespace.get(ConfigMap.class, "one-colors"));
  }

  private static String ready() {
    return ONE + " is ready\n";
  }

  private static Shell deploy(TestNamespace namespace) {
    var watching = Watching.chart("Widget", TestChart.breakable());
    namespace.operate(watching);
    namespace.deploy("Widget", "one", "{}");
    return Shell.in(namespace, watching.write());
  }
}
