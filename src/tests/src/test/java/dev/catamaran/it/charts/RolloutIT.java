package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cli.Main;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.inspect.Shell;
import dev.catamaran.rollout.RolloutKind;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A changed chart reaches the primaries of its kind wave by wave. */
@RealNode
class RolloutIT {
  private static final List<String> FLEET =
      IntStream.rangeClosed(1, 6).mapToObj(index -> "w" + index).toList();
  private static final String FIRST = "widget.test.catamaran.dev-1";

  private static TestChart chart() {
    return template(TestChart.named("fleet"), "first");
  }

  /** Each rendering differs, so that a return that renders again is noticed. */
  static TestChart template(TestChart chart, String made, String... bad) {
    return chart.template(
        "by.yaml",
        """
        {{- if has .Release.Name (list %s) }}{{ fail "no" }}{{ end }}
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: "{{ .Release.Name }}-by"}
        data:
          made: %s
          shape: "{{ .Values.shape }}"
          size: "{{ .Values.size }}"
          stamp: "{{ randAlphaNum 12 }}"
        """
            .formatted(Stream.of(bad).map("\"%s\""::formatted).collect(joining(" ")), made));
  }

  private static OperatorProcess launch(TestNamespace namespace, TestChart chart, String rollout) {
    return namespace.launch(Map.of("POD_NAMESPACE", namespace.name()), watching(chart, rollout));
  }

  static Watching watching(TestChart chart, String rollout) {
    return Watching.chart(
        "Widget",
        chart.path(),
        "allowOperatorNamespace: true",
        "remediation: {retries: 0}",
        "rollout: " + rollout);
  }

  static Resource<GenericKubernetesResource> rollout(TestNamespace namespace, String name) {
    return namespace
        .client()
        .genericKubernetesResources(RolloutKind.API)
        .inNamespace(namespace.name())
        .withName(name);
  }

  private static void awaitPhase(TestNamespace namespace, String name, String phase) {
    eventually(
        () -> {
          var found = rollout(namespace, name).get();
          assertEquals(
              phase, found == null ? "none" : found.get("status", "phase"), () -> "" + found);
        });
  }

  private static String command(TestNamespace namespace, String... arguments) {
    return command(namespace, 0, arguments);
  }

  private static String command(TestNamespace namespace, int wanted, String... arguments) {
    var out = new StringWriter();
    var all =
        Stream.concat(
            Stream.concat(Stream.of("rollout"), Stream.of(arguments)),
            Stream.of(
                "--kubeconfig=" + namespace.cluster().adminKubeconfig(),
                "--namespace=" + namespace.name()));
    int code = Main.execute(new PrintWriter(out), new PrintWriter(out), all.toArray(String[]::new));
    assertEquals(wanted, code, out::toString);
    return out.toString();
  }

  private static String made(TestNamespace namespace, String name) {
    return namespace.data(name + "-by").getOrDefault("made", "nothing");
  }

  private static void awaitFirst(TestNamespace namespace, List<String> names) {
    names.forEach(name -> namespace.apply("Widget", name, "{shape: round}"));
    names.forEach(name -> namespace.awaitReady("Widget", name));
    // The first edition is kept from now on.
    eventually(() -> assertEquals(1, editions(namespace).size()));
  }

  static List<Secret> editions(TestNamespace namespace) {
    return namespace.list(Secret.class).stream()
        .filter(secret -> "catamaran.dev/edition".equals(secret.getType()))
        .toList();
  }

  private static Instant upgraded(TestNamespace namespace, String name) {
    return Instant.parse(
        namespace
            .existing(Secret.class, "sh.helm.release.v1." + name + ".v2")
            .getMetadata()
            .getCreationTimestamp());
  }

  @Test
  void reachesThePrimariesWaveByWave(TestNamespace namespace) {
    var chart = chart();
    launch(namespace, chart, "{waves: [1, 50%, 100%], readyFor: 2s}");
    awaitFirst(namespace, FLEET);

    template(chart, "second");

    awaitPhase(namespace, FIRST, "Completed");
    var waves = List.of(FLEET.subList(0, 1), FLEET.subList(1, 3), FLEET.subList(3, 6));
    for (var name : FLEET) {
      assertEquals("second", made(namespace, name), name);
      assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions(name), name);
    }
    for (int wave = 1; wave < waves.size(); wave++) {
      var before = waves.get(wave - 1).stream().map(n -> upgraded(namespace, n)).sorted().toList();
      var after = waves.get(wave).stream().map(n -> upgraded(namespace, n)).sorted().toList();
      // Of Secrets, only the second is known.
      assertFalse(after.getFirst().isBefore(before.getLast().plusSeconds(1)), before + " " + after);
    }
    FLEET.forEach(
        name ->
            eventually(
                () ->
                    assertEquals(Map.of(), namespace.condition("Widget", name, "RolloutPending"))));
    eventually(
        () -> assertEquals(1, editions(namespace).size(), "only the edition in use is kept"));
  }

  @Test
  void returnsExactlyWhatItChangedBeforeAFailure(TestNamespace namespace) {
    var chart = chart();
    var policy = "{waves: [2, 100%], atOnce: 1, readyFor: 1s, onFailure: return}";
    launch(namespace, chart, policy);
    awaitFirst(namespace, FLEET);
    namespace.patch("Widget", "w6", "{metadata: {labels: {catamaran.dev/rollout: hold}}}");
    var before = new HashMap<String, Map<String, String>>();
    FLEET.forEach(name -> before.put(name, namespace.data(name + "-by")));

    template(chart, "second", "w2");

    awaitPhase(namespace, FIRST, "Returned");
    FLEET.forEach(name -> assertEquals(before.get(name), namespace.data(name + "-by"), name));
    assertEquals(List.of("1 superseded", "2 superseded", "3 deployed"), namespace.revisions("w1"));
    FLEET
        .subList(2, 6)
        .forEach(name -> assertEquals(List.of("1 deployed"), namespace.revisions(name), name));
    FLEET.forEach(name -> namespace.awaitReady("Widget", name));
    // Nobody expects the chart of watches.yaml, though each primary is ready.
    for (var name : FLEET) {
      namespace.awaitReason("Widget", name, "RolloutPending", "RolloutReturned", "has gone back");
    }
    var approved = command(namespace, 1, "approve", "widget");
    assertTrue(approved.contains("waits for no approval: it is Returned"), approved);
    var shell = Shell.in(namespace, watching(chart, policy).write());
    var plan = shell.run("plan").out();
    assertTrue(
        plan.contains("the rollout of this edition of Widget.test.catamaran.dev has gone back"),
        plan);
    assertFalse(plan.contains("catamaran rollout"), plan);
    var waits = "the rollout of a new chart, or of new overrideValues, has gone back";
    var told = shell.run("diff", "widget/w1", "-o", "json").out();
    assertTrue(
        told.contains("by its status, the operator does not make this change now: " + waits), told);
    // A label holds it.
    var held = shell.run("diff", "widget/w6").out();
    assertTrue(held.startsWith("no change: " + waits), held);

    namespace.patch("Widget", "w6", "{metadata: {labels: {catamaran.dev/rollout: null}}}");
    template(chart, "third");
    awaitPhase(namespace, "widget.test.catamaran.dev-2", "Completed");
    FLEET.forEach(name -> assertEquals("third", made(namespace, name), name));
    // What failed is still there to read.
    var history = rollout(namespace, FIRST).get();
    assertEquals("Returned", history.get("status", "phase"));
    assertEquals(namespace.name() + "/w2", history.get("status", "failed", 0, "name"));
    assertEquals("UpgradeError", history.get("status", "failed", 0, "reason"));
    assertEquals("Ended", history.get("status", "conditions", 1, "type"));
    assertEquals("True", history.get("status", "conditions", 1, "status"));
  }

  @Test
  void plansNoRolloutOfAKindWithoutAChange(TestNamespace namespace) {
    var chart = chart();
    var policy = "{waves: [1, 100%]}";
    launch(namespace, chart, policy);
    awaitFirst(namespace, List.of("w1"));
    namespace.apply("Gadget", "new", "{}");
    var watching = watching(chart, policy).and("Gadget", TestChart.breakable());

    var plan = Shell.in(namespace, watching.write()).run("plan").out();

    assertTrue(plan.contains("1 changed, 1 unchanged; 0 restart pods, 0 fail"), plan);
    assertFalse(plan.contains("catamaran rollout"), plan);
  }

  /** One could not have the edition before, and has this one. */
  @Test
  void returnsEachToTheRevisionThatItHad(TestNamespace namespace) {
    var names = List.of("w1", "w2", "w3");
    var chart = chart();
    launch(namespace, chart, "{waves: [1, 100%], atOnce: 1, readyFor: 1s}");
    awaitFirst(namespace, names);
    template(chart, "second", "w2");
    awaitPhase(namespace, FIRST, "Halted");
    var halted = command(namespace, 3, "resume", "widget");
    assertTrue(halted.contains("\nTo let more fail: catamaran rollout resume " + FIRST), halted);
    command(namespace, "resume", "widget", "--allow-failures", "2");
    awaitPhase(namespace, FIRST, "Completed");
    var before = new HashMap<String, Map<String, String>>();
    names.forEach(name -> before.put(name, namespace.data(name + "-by")));
    assertEquals("first", before.get("w2").get("made"));

    template(chart, "third", "w3");
    var second = "widget.test.catamaran.dev-2";
    awaitPhase(namespace, second, "Halted");
    assertEquals("third", made(namespace, "w2"));
    command(namespace, "undo", "widget");

    awaitPhase(namespace, second, "Returned");
    var paused = command(namespace, 1, "pause", "widget");
    assertTrue(paused.contains(second + " does not go on: it is Returned"), paused);
    names.forEach(name -> assertEquals(before.get(name), namespace.data(name + "-by"), name));
    names.forEach(name -> namespace.awaitReady("Widget", name));
    assertEquals(List.of("1 superseded", "2 superseded", "3 deployed"), namespace.revisions("w2"));
  }

  @Test
  void saysWhoCannotGoBack(TestNamespace namespace) {
    var chart = chart();
    namespace.launch(
        Map.of("POD_NAMESPACE", namespace.name()),
        Watching.chart(
            "Widget",
            chart.path(),
            "allowOperatorNamespace: true",
            "maxHistory: 1",
            "timeout: 2s",
            "rollout: {waves: [1, 100%], readyFor: 1s, approval: each}"));
    awaitFirst(namespace, List.of("w1", "w2"));
    template(chart, "second");
    awaitPhase(namespace, FIRST, "Waiting");
    command(namespace, "approve", "widget");
    eventually(() -> assertEquals(List.of("2 deployed"), namespace.revisions("w1")));

    command(namespace, "undo", "widget");

    awaitPhase(namespace, FIRST, "Failed");
    awaitMessage(
        namespace,
        "undone by a person; not back: %s/w1 (it has the edition still; without a revision from before"
            .formatted(namespace.name()));
    command(namespace, 3, "status", "widget", "--wait");
    assertEquals("second", made(namespace, "w1"));
    namespace.awaitReady("Widget", "w1");
  }

  @Test
  void usesTheChartThatAWaveHasReached(TestNamespace namespace) {
    var chart = chart();
    var operator = launch(namespace, chart, "{waves: [1, 100%], readyFor: 1s, approval: each}");
    awaitFirst(namespace, List.of("w1", "w2", "w3"));

    template(chart, "second");
    awaitPhase(namespace, FIRST, "Waiting");
    namespace.awaitReason("Widget", "w2", "RolloutPending", "WaveNotReached");

    namespace.apply("Widget", "w2", "{shape: square}");
    eventually(() -> assertEquals("square", namespace.data("w2-by").get("shape")));
    assertEquals("first", made(namespace, "w2"), "its own change comes with the chart it has");
    namespace.deploy("Widget", "w4", "{shape: round}");
    assertEquals("first", made(namespace, "w4"), "a new primary gets the chart before");
    namespace.patch("Widget", "w3", "{metadata: {labels: {catamaran.dev/rollout: hold}}}");

    rollout(namespace, FIRST).delete();
    awaitPhase(namespace, FIRST, "Waiting");
    assertTrue(
        command(namespace, "approve", "widget")
            .contains(FIRST + " may go on up to wave 1 of 2; it is Progressing: wave 1 of 2"));
    eventually(() -> assertEquals("second", made(namespace, "w1")));
    eventually(
        () ->
            assertTrue(
                String.valueOf(rollout(namespace, FIRST).get().<Object>get("status", "message"))
                    .contains("wave 2 of 2 waits for an approval")));
    assertEquals("first", made(namespace, "w2"));
    var status = command(namespace, "status");
    // The new one may be of the same second as the rollout.
    assertTrue(status.matches("(?s).*[.]dev   Waiting   2/2    1/[23] .*"), status);
    var second =
        command(namespace, "status").replaceFirst("(?s).*edition: ([0-9a-f]{12})\n.*", "$1");
    assertTrue(
        command(namespace, 3, "approve", second, "--wave=1")
            .contains("is still Waiting: wave 2 of 2 waits for an approval"));
    assertTrue(
        command(namespace, "resume", second)
            .contains("was not paused; it is Waiting: wave 2 of 2 waits for an approval"));
    operator.kill();
    assertTrue(
        command(namespace, 3, "pause", second)
            .contains(
                "no operator has answered within 10 s; it is Waiting: wave 2 of 2 waits for an"
                    + " approval"));

    // The image that brought the first chart is gone.
    launch(namespace, chart, "{waves: [1, 100%], readyFor: 1s, approval: each}");
    namespace.apply("Widget", "w2", "{shape: oval}");
    eventually(() -> assertEquals("oval", namespace.data("w2-by").get("shape")));
    assertEquals("first", made(namespace, "w2"));
    command(namespace, "pause", "widget");
    command(namespace, "approve", "widget");
    awaitPhase(namespace, FIRST, "Paused");
    command(namespace, "resume", "widget");
    awaitPhase(namespace, FIRST, "Completed");
    assertTrue(command(namespace, 1, "approve", FIRST).contains("no open rollout is named"));
    for (var name : List.of("w1", "w2", "w4")) {
      eventually(() -> assertEquals("second", made(namespace, name), name));
    }
    assertEquals("first", made(namespace, "w3"), "a label holds it");
    namespace.patch("Widget", "w3", "{metadata: {labels: {catamaran.dev/rollout: null}}}");
    eventually(() -> assertEquals("second", made(namespace, "w3")));
  }

  @Test
  void changesNothingButWhatWasPlanned(TestNamespace namespace) {
    var chart = chart();
    var policy = "{waves: [1, 100%], readyFor: 1s, approval: first}";
    launch(namespace, chart, policy);
    namespace.configMap("tuning", Map.of("values.yaml", "size: small"));
    List.of("w3", "w5")
        .forEach(
            name -> {
              namespace.apply("Widget", name, "{shape: round}");
              namespace.annotate("Widget", name, "catamaran.dev/values-from", "ConfigMap/tuning");
            });
    awaitFirst(namespace, FLEET);
    List.of("w3", "w5")
        .forEach(
            name ->
                eventually(() -> assertEquals("small", namespace.data(name + "-by").get("size"))));
    var before = namespace.existing(ConfigMap.class, "w3-by");
    var revisions = namespace.revisions("w3");
    template(chart, "second");
    awaitPhase(namespace, FIRST, "Waiting");
    var shell = Shell.in(namespace, watching(chart, policy).write());
    var plan = plan(shell);
    var edition =
        shell.run("plan").out().replaceFirst("(?s).*rollout status (\\w+) --wait.*", "$1");
    var shown = command(namespace, "status");
    assertTrue(shown.contains("edition: " + edition + "\n"), shown);
    assertTrue(shown.contains("plan: " + plan + "\n"), shown);

    assertTrue(command(namespace, 1, "approve", "widget", "--wave=9").contains("none of them"));
    var refused = command(namespace, 3, "approve", "0".repeat(20));
    assertTrue(refused.contains("is still Waiting: the approved plan 0000"), refused);
    awaitMessage(
        namespace,
        "is not what would change at present: look at catamaran plan, and approve " + plan);
    command(namespace, "pause", "widget");
    command(namespace, "approve", plan);
    eventually(
        () -> assertEquals(plan, rollout(namespace, FIRST).get().get("status", "approvedPlan")));
    namespace.put("tuning", "values.yaml", "size: large");
    for (var name : List.of("w3", "w5")) {
      namespace.awaitReason(
          "Widget", name, "RolloutPending", "OtherThanPlanned", "size: \"small\" -> \"large\"");
      namespace.awaitReason("Widget", name, "Ready", "Held", "stays as it is until that is undone");
    }
    // No author brings what nobody has approved by a mere request.
    namespace.one("Widget", "w3").annotate("catamaran.dev/reconcile-at", "now");
    eventually(() -> assertEquals("now", answered(namespace, "w3")));
    var refusal = shell.run("reconcile", "widget/w3");
    assertTrue(
        refusal.err().contains("would get no revision: its change is another"), refusal.err());
    // What authors change is theirs, and no part of the plan.
    namespace.apply("Widget", "w2", "{shape: square}");
    namespace.apply("Widget", "w5", "{shape: square}");
    command(namespace, "resume", "widget");

    awaitMessage(namespace, "another change than planned waits for 1 of 6 custom resources");
    for (var name : List.of("w1", "w2", "w4", "w5", "w6")) {
      assertEquals("second", made(namespace, name), name);
    }
    assertEquals("large", namespace.data("w5-by").get("size"));
    assertEquals(before, namespace.existing(ConfigMap.class, "w3-by"));
    assertEquals(revisions, namespace.revisions("w3"));
    namespace.awaitReason("Widget", "w3", "Ready", "Held");
    var status = command(namespace, "status");
    assertTrue(status.contains("other than planned: 1\n"), status);
    assertTrue(status.contains("/w3: size: \"small\" -> \"large\"\n"), status);

    command(namespace, "approve", plan(shell));
    command(namespace, "status", edition, "--wait", "--timeout=1m");
    awaitPhase(namespace, FIRST, "Completed");
    // A pipeline that waits for the next one does not end with this one.
    var next = edition.startsWith("0") ? "1" : "0";
    command(namespace, 1, "status", next + edition.substring(1), "--wait", "--timeout=1s");
    assertEquals("second", made(namespace, "w3"));
    assertEquals("large", namespace.data("w3-by").get("size"));
    assertEquals(
        1,
        namespace.list(Event.class).stream()
            .filter(event -> "OtherThanPlanned".equals(event.getReason()))
            .filter(event -> "w3".equals(event.getInvolvedObject().getName()))
            .count());
  }

  private static String answered(TestNamespace namespace, String name) {
    return String.valueOf(namespace.one("Widget", name).value("status.lastHandledReconcileAt"));
  }

  private static String plan(Shell shell) {
    var run = shell.run("plan");
    assertEquals(0, run.code(), run.err());
    return run.out().replaceFirst("(?s).*catamaran rollout approve ", "").strip();
  }

  private static void awaitMessage(TestNamespace namespace, String part) {
    eventually(
        () -> {
          var message = "" + rollout(namespace, FIRST).get().<Object>get("status", "message");
          assertTrue(message.contains(part), message);
        });
  }
}
