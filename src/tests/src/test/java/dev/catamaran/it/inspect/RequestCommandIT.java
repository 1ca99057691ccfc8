package dev.catamaran.it.inspect;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RequestCommandIT {
  private static final Watching WATCHING =
      Watching.chart("Widget", TestChart.breakable())
          .and("Gadget", TestChart.breakable(), "denyAnnotations: [pause, rollback-to]");

  @RegisterExtension static final OneOperator OPERATOR = OneOperator.of(WATCHING);

  private TestPrimary one;
  private Shell shell;

  @BeforeEach
  void deploy(TestPrimary primary) {
    one = primary.deploy("{}");
    shell = Shell.in(one.namespace(), WATCHING.write());
  }

  /** Runs a command for the primary, and replaces its name in the answer. */
  private Shell.Run run(String command, String... options) {
    var run =
        shell.run(
            Stream.concat(Stream.of(command, "widget/" + one.name()), Stream.of(options))
                .toArray(String[]::new));
    return new Shell.Run(run.code(), plain(run.out()), plain(run.err()));
  }

  private String plain(String text) {
    return text.replace("widget.test.catamaran.dev/" + one.name(), "ONE")
        .replace("NAMESPACE/" + one.name(), "NAMESPACE/one");
  }

  @Test
  void pausesAndResumes() {
    assertEquals(
        """
        ONE is paused: the operator changes nothing of it, not even after its deletion
        To continue: catamaran resume ONE --namespace NAMESPACE
        """,
        run("pause").out());
    assertEquals("ONE is ready\n", run("wait").out());
    one.apply("{color: green}");
    one.awaitReason("Ready", "Held");
    assertEquals(3, run("wait").code());
    assertEquals(
        "ONE is paused, so the operator would do nothing; first: catamaran resume ONE --namespace"
            + " NAMESPACE\n",
        run("reconcile").err());
    assertEquals(List.of("1 deployed"), one.revisions());
    assertEquals(
        """
        ONE is resumed: the operator follows its spec again
        To wait for the result: catamaran wait ONE --namespace NAMESPACE --for=ready
        """,
        run("resume").out());
    assertEquals("ONE is ready\n", run("wait").out());
    assertEquals(Map.of("color", "green"), one.data("colors"));
  }

  /** The operator takes only a true value for a pause. */
  @Test
  void makesANewRevisionUnlessItIsPaused() {
    one.annotate("catamaran.dev/pause", "false");
    assertEquals(
        """
        object: ONE
        namespace: NAMESPACE
        request: "{\\"catamaran.dev/reconcile-at\\":\\"TIME\\",\\"catamaran.dev/reset-at\\":\\"TIME\\"}"
        answer: ACCEPTED
        result: "is reconciled: the operator has made a new revision"
        next: "To wait for the result: catamaran wait ONE --namespace NAMESPACE --for=ready"
        """,
        run("reconcile", "-o", "yaml").out());
    assertEquals("ONE is ready\n", run("wait", "--for=ready").out());
    assertEquals(List.of("1 superseded", "2 deployed"), one.revisions());
    assertTrue(run("resume").out().startsWith("ONE was not paused\n"));
  }

  @Test
  void waitsUntilItIsReadyAfterARequest() {
    run("pause");
    one.apply("{color: green}");
    var resumed = run("resume", "--wait", "--timeout=30s");
    assertEquals("ONE is ready\n", resumed.out(), resumed::err);
    assertEquals(Map.of("color", "green"), one.data("colors"));
    one.apply("{color: green, broken: true}");
    one.awaitReason("Ready", "UpgradeError");
    var retried = run("retry", "--wait", "--timeout=3s");
    assertEquals(1, retried.code(), retried::toString);
  }

  @Test
  void rollsBackAndEndsTheRollback() {
    one.deploy("{color: green}");
    one.awaitRevisions("1 superseded", "2 deployed");
    assertEquals(
        """
        ONE is rolled back to revision 1, and stays there whatever its spec says
        To follow the spec again: catamaran rollback ONE --namespace NAMESPACE --undo
        """,
        run("rollback").out());
    one.awaitReason("Ready", "Held");
    for (var goal : List.of("ready", "reconciled")) {
      var held = run("wait", "--for=" + goal);
      assertEquals(3, held.code(), held.out());
      assertEquals(
          "ONE is not %s: Ready=False; SpecNotFollowed, HeldByAnnotation: revision 3 is not what the present spec and chart ask for: the annotation catamaran.dev/rollback-to holds the release until somebody removes it (catamaran rollback --undo)\n"
              .formatted(goal),
          held.out());
    }
    assertEquals(List.of("1 superseded", "2 superseded", "3 deployed"), one.revisions());
    assertEquals(Map.of("color", "blue"), one.data("colors"));
    assertEquals(
        "ONE has catamaran.dev/rollback-to: 1, so the operator would make no revision; first: catamaran"
            + " rollback ONE --namespace NAMESPACE --undo\n",
        run("reconcile").err());
    run("pause");
    var resumed = run("resume").lines();
    var still = "ONE is resumed: the operator does not follow its spec: revision 3 is not";
    assertTrue(resumed.getFirst().startsWith(still), resumed::toString);
    assertEquals("To see its state: catamaran status ONE --namespace NAMESPACE", resumed.get(1));
    one.apply("{}");
    one.awaitReady();
    var stays =
        "it is to stay at revision 1, whatever its spec says, until catamaran rollback --undo";
    assertTrue(run("status").out().contains(stays), "the next spec will be held");
    run("pause");
    assertTrue(run("resume").out().contains("does not follow its spec: " + stays));
    one.apply("{color: green}");
    one.awaitReason("Ready", "Held");
    assertEquals(0, run("rollback", "--undo").code());
    assertEquals("ONE is ready\n", run("wait").out());
    one.awaitNewestRevision("4 deployed");
    assertEquals(Map.of("color", "green"), one.data("colors"));
    assertEquals(
        "--revision: release NAMESPACE/one has no revision 9; stored are 1, 2, 3, 4\n",
        run("rollback", "--revision", "9").err());
    assertEquals(1, run("rollback", "--revision=1", "--undo").code());
  }

  @Test
  void saysWhatWatchesYamlDenies() {
    var gadget = OPERATOR.namespace().one("Gadget", "denied").deploy("{}");
    var name = "gadget/" + gadget.name();
    for (var refused : Map.of("pause", "pause", "rollback", "rollback-to").entrySet()) {
      var told = shell.run(refused.getKey(), name).err();
      assertTrue(
          told.endsWith(
              ": watches.yaml denies catamaran.dev/%1$s for this kind, so the operator would ignore it; take %1$s out of denyAnnotations first\n"
                  .formatted(refused.getValue())),
          told);
    }
    // Outside of the project, the operator's answer alone tells.
    var outside =
        Shell.in(gadget.namespace(), Watching.chart("Widget", TestChart.breakable()).write());
    for (var command : List.of("pause", "rollback")) {
      gadget.apply("{color: red}");
      gadget.awaitNewestRevision("2 deployed");
      var run = outside.run(command, name);
      assertEquals(3, run.code(), run.out());
      assertTrue(run.out().contains("no effect: catamaran.dev/"), run.out());
    }
    gadget.annotate("catamaran.dev/pause", "true");
    assertEquals(0, shell.run("reconcile", name).code(), "the pause has no effect");
    assertEquals(0, shell.run("wait", name).code());
    gadget.awaitNewestRevision("3 deployed");
    var ended = shell.run("resume", name);
    assertEquals(0, ended.code(), "it would hold the release once allowed");
    assertTrue(ended.out().contains(" was not paused, since the operator ignores "), ended.out());
    assertNull(
        requireNonNull(gadget.primary()).getMetadata().getAnnotations().get("catamaran.dev/pause"));
  }

  @Test
  void saysThatTheOperatorWaitsForAChange() {
    one.annotate("catamaran.dev/values-from", "ConfigMap/missing");
    one.awaitReason("Ready", "ValuesUnavailable");
    var run = run("reconcile");
    assertEquals(3, run.code(), run.out());
    assertTrue(
        run.out().contains("has the request, and the operator waits for a change: "), run.out());
    assertEquals(3, run("wait").code());
    // No revision answers the request, and still the operator has seen it.
    var listed = shell.run("status", "widget").out();
    assertTrue(listed.contains("Stalled: ValuesUnavailable"), listed);
  }

  @Test
  void saysWhatCannotBeUndoneOrTriedAgain() {
    assertEquals(
        "ONE has all its retries: no input of it had failed",
        run("retry").out().lines().findFirst().orElse(""));
    assertEquals(List.of("1 deployed"), one.revisions());

    var namespace = OPERATOR.namespace();
    namespace.load(
        "{apiVersion: test.catamaran.dev/v1, kind: Widget, metadata: {name: never, annotations:"
            + " {catamaran.dev/values-from: ConfigMap/missing}}}");
    namespace.awaitReason("Widget", "never", "Ready", "ValuesUnavailable");
    var rollback = shell.run("rollback", "widget/never");
    assertEquals(1, rollback.code());
    assertTrue(
        rollback
            .err()
            .contains("has no stored revision of release NAMESPACE/never; catamaran status"),
        rollback.err());
  }

  @Test
  void saysThatTheReleaseWaitsForAnotherPrimary() {
    one.annotate("catamaran.dev/depends-on", "gadget.test.catamaran.dev/none");
    one.apply("{color: red}");
    one.awaitReason("Ready", "DependencyNotReady");
    for (var request : List.of("reconcile", "retry")) {
      var run = run(request);
      assertEquals(0, run.code(), run.out());
      assertTrue(run.out().startsWith("ONE has the request, and waits: "), run.out());
    }
    assertEquals(1, run("wait", "--for=reconciled", "--timeout=1500ms").code());
  }

  @Test
  void refusesRequestsOfAPrimaryThatOthersKeep() {
    one.patch("metadata: {finalizers: [catamaran.dev/uninstall-release, test.dev/other]}");
    one.delete();
    one.awaitReason("Deployed", "UninstallSuccessful");
    eventually(
        () -> {
          var pause = run("pause");
          assertEquals(1, pause.code(), pause.out());
          assertTrue(pause.err().contains("these finalizers keep it: test.dev/other"), pause.err());
        });
    assertEquals("Terminating", requireNonNull(one.primary()).get("status", "state"));
    var kept =
        "it is being deleted, and not by the operator any more: these finalizers keep it: test.dev/other";
    assertTrue(run("status").out().contains(kept), run("status").out());
    assertEquals(
        "ONE is not deleted: " + kept + "\n", run("wait", "--for=deleted", "--timeout=1s").out());

    one.patch("metadata: {finalizers: []}");
    assertEquals(0, run("wait", "--for=deleted").code());
  }

  @Test
  void saysThatADeletionWaitsForTheEndOfAPause() {
    run("pause");
    one.delete();
    var waits = "its deletion waits, since it is paused";
    var wait = run("wait", "--for=deleted");
    assertEquals(3, wait.code());
    assertEquals("ONE is not deleted: " + waits + "\n", wait.out());
    assertEquals(3, run("wait").code());
    assertTrue(run("status").out().contains(waits));
    for (var request : List.of("retry", "reconcile", "rollback")) {
      var refused = run(request).err();
      assertTrue(
          refused.endsWith("this deletes it: catamaran resume ONE --namespace NAMESPACE\n"),
          refused);
    }

    assertEquals(0, run("resume").code());
    assertEquals(0, run("wait", "--for=deleted").code());
  }

  @Test
  void waitsForADeletionOrUntilTheTimeout() throws InterruptedException {
    var late = run("wait", "--for=deleted", "--timeout=1500ms");
    var standing = "nobody has deleted it; kubectl delete does\n";
    assertEquals(1, late.code());
    assertEquals(standing, late.err());
    assertEquals("ONE is not deleted: " + standing, late.out());

    var deletion = Thread.ofVirtual().start(one::delete);
    var end = run("wait", "--for=deleted").out();
    assertTrue(Set.of("ONE is deleted\n", "ONE is absent\n").contains(end), end);
    deletion.join();
    assertEquals("ONE is absent\n", run("wait", "--for=deleted").out());
    assertEquals(Map.of(), one.data("colors"));
  }

  @Test
  void asksSeveralAndFailsForTheOneThatIsNotThere() {
    var paused = shell.run("pause", "widget/" + one.name(), "widget/none");
    assertEquals(1, paused.code());
    assertEquals(
        """
        ONE is paused: the operator changes nothing of it, not even after its deletion
        widget/none: there is no widget.test.catamaran.dev/none in namespace NAMESPACE; write another --namespace, or find it with catamaran status --all-namespaces
        """,
        plain(paused.out()));
    // The namespace has the primaries of other tests, too.
    var resumed = plain(shell.run("resume", "widget", "--all").out());
    assertTrue(resumed.contains("ONE is resumed: the operator follows its spec again\n"), resumed);
    var ready = plain(shell.run("wait", "widget", "--selector=team!=none", "--timeout=20s").out());
    assertTrue(ready.contains("ONE is ready\n"), ready);
    var nobody = shell.run("wait", "widget", "--selector=team=none", "--timeout=1s");
    assertEquals(1, nobody.code());
    assertEquals("no custom resource is selected; catamaran status lists all\n", nobody.err());
    var kind = shell.run("pause", "widget").err();
    assertTrue(kind.startsWith("write KIND/NAME alone, or KIND with --all or --selector; "), kind);
    var nowhere = shell.run("pause", "widget", "--all", "--namespace=gone").err();
    assertTrue(nowhere.startsWith("there is no namespace gone; "), nowhere);
  }

  @Test
  void asksAsAnotherPerson() {
    var refused = run("pause", "--as=nobody", "--as-group=guests", "--request-timeout=20s");
    assertEquals(1, refused.code());
    assertTrue(refused.err().contains("User \"nobody\" cannot get"), refused.err());
    var unknown = run("diff", "--token=wrong");
    assertTrue(unknown.err().contains("does not accept the credentials"), unknown.err());
    assertEquals("no change\n", run("diff", "--as=admin", "--as-group=system:masters").out());
  }

  /** An operator that is away answers no request. */
  @Test
  void waitsForTheAnswerToARequest(TestNamespace namespace) {
    var watching = Watching.chart("Widget", TestChart.breakable());
    var away = Shell.in(namespace, watching.write());
    var before = namespace.operate(watching);
    namespace.deploy("Widget", "one", "{}");
    before.close();
    var unanswered = away.run("reconcile", "widget/one");
    assertEquals(3, unanswered.code());
    assertTrue(
        unanswered.out().contains("no operator has answered within 10 s\n"), unanswered.out());
    assertEquals(1, away.run("wait", "widget/one", "--timeout=1500ms").code());
    namespace.operate(watching);
    assertEquals(0, away.run("wait", "widget/one").code());
    assertEquals("2 deployed", namespace.revisions("one").getLast());
  }

  /** Whether an operator makes the revision, or ended while it did, nobody outside knows. */
  @Test
  void saysThatARevisionIsNotFinished(TestNamespace namespace) {
    var watching = Watching.chart("Widget", TestChart.breakable());
    var shell = Shell.in(namespace, watching.write());
    var before = namespace.operate(watching);
    namespace.deploy("Widget", "one", "{}");
    before.close();
    StoredRelease.mark(namespace, "one", 1, "pending-upgrade");
    var unfinished =
        "revision 1 is pending-upgrade, and an operator makes it, or takes it up after its start";
    var asked = shell.run("retry", "widget/one");
    assertEquals(3, asked.code(), asked::toString);
    assertTrue(asked.out().contains("no operator has answered within 10 s: " + unfinished));
    for (var command : List.of(List.of("diff", "widget/one"), List.of("plan"))) {
      var words = Stream.concat(command.stream(), Stream.of("--exit-code"));
      var predicted = shell.run(words.toArray(String[]::new));
      assertEquals(2, predicted.code(), predicted::toString);
      assertTrue(predicted.out().contains("└── " + unfinished), predicted::toString);
    }
    namespace.one("Widget", "one").annotate("catamaran.dev/pause", "true");
    assertEquals(0, shell.run("diff", "widget/one", "--exit-code").code());
  }
}
