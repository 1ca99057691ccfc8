package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hooks of charts, in cases that hurt users of Helm. */
class ChartHooksIT {
  /** Far less than the five minutes that Helm waits for a hook. */
  private static final Duration WITHOUT_WAITING = Duration.ofMinutes(1);

  private static final String BEFORE = "event: pre-upgrade, policy: before-hook-creation";

  /**
   * A hook of each kind, if a value names it. No node runs the Job's pod, so it fails at its
   * deadline, or never ends.
   */
  private static final TestChart CHART =
      TestChart.named("hooked")
          .values("{color: blue, hooks: [], event: none, policy: none}")
          .configMap("colors", "color", "{{ .Values.color }}")
          .template(
              "hooks.yaml",
              """
              {{- range .Values.hooks }}
              ---
              {{- if eq . "Job" }}
              apiVersion: batch/v1
              {{- else }}
              apiVersion: v1
              {{- end }}
              kind: {{ . }}
              metadata:
                name: {{ $.Release.Name }}-hook
                annotations:
                  helm.sh/hook: {{ $.Values.event }}
                  helm.sh/hook-weight: "{{ if eq . "ServiceAccount" }}-1{{ else }}0{{ end }}"
                  helm.sh/hook-delete-policy: {{ $.Values.policy }}
              {{- if eq . "Pod" }}
              spec: {restartPolicy: Always, containers: [{name: main, image: none}]}
              {{- else if eq . "Job" }}
              spec:
                backoffLimit: 0
                {{- with $.Values.deadline }}
                activeDeadlineSeconds: {{ . }}
                {{- end }}
                template:
                  spec: {nodeSelector: {no: node}, restartPolicy: Never, containers: [{name: main, image: none}]}
              {{- end }}
              {{- end }}
              """);

  /** An object may be a hook in one revision and an object of the manifest in another. */
  private static final TestChart TURNING =
      TestChart.named("turning")
          .values("{step: none, event: none, policy: none, port: 80}")
          .template(
              "x.yaml",
              """
              apiVersion: v1
              kind: ConfigMap
              metadata:
                name: "{{ .Release.Name }}-x"
                {{- if ne .Values.event "none" }}
                annotations: {helm.sh/hook: "{{ .Values.event }}", helm.sh/hook-delete-policy: {{ .Values.policy }}}
                {{- end }}
              data: {step: "{{ .Values.step }}"}
              ---
              apiVersion: v1
              kind: Service
              metadata: {name: "{{ .Release.Name }}"}
              spec: {ports: [{port: {{ .Values.port }}}]}
              """)
          .configMap("y", "step", "{{ .Values.step }}");

  private static final TestChart EACH_STEP =
      TestChart.named("hooked")
          .template(
              "all.yaml",
              hook("installed", "pre-install, pre-delete")
                  + "---\n"
                  + hook("upgraded", "post-upgrade"))
          .configMap("plain", "size", "{{ .Values.size | quote }}")
          .template("deleted.tpl", hook("deleted", "post-delete"))
          .file("charts/sub/Chart.yaml", "apiVersion: v2\nname: sub\nversion: 1.0.0\n")
          .file("charts/sub/templates/all.yaml", hook("sub-installed", "post-install"));

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart("Widget", CHART.path())
              .and("Gadget", CHART.path(), "remediation: {retries: 0}")
              .and("Gizmo", TURNING.path())
              .and("Trinket", EACH_STEP.path()));

  private static void awaitColor(TestPrimary one, String color) {
    one.awaitData("colors", "color", color);
    one.awaitReady();
  }

  /** It does not exist before the first upgrade (helm/helm issue 32231). */
  @Test
  void runsAHookOfUpgradesThatIsDeletedBeforeItsCreation(TestPrimary one) {
    one.deploy("{hooks: [ConfigMap], %s}".formatted(BEFORE));

    one.deploy("{hooks: [ConfigMap], %s, color: green}".formatted(BEFORE));
    awaitColor(one, "green");
    one.existing(ConfigMap.class, "hook");
  }

  /**
   * With this policy, Helm deletes none of the hooks before the next attempt, which fails for ever:
   * they already exist.
   */
  @ParameterizedTest
  @ValueSource(strings = {"hook-succeeded", "hook-failed"})
  void doesNotFailForEverBecauseOfTheHooksOfAFailedAttempt(String policy, TestPrimary one) {
    var hooks = "hooks: [%s], event: pre-upgrade, policy: " + policy;
    one.deploy("{%s}".formatted(hooks.formatted("ServiceAccount")));

    one.apply("{deadline: 1, %s}".formatted(hooks.formatted("ServiceAccount, Job")));
    one.awaitReason("ReleaseFailed", "UpgradeError", "hook");
    one.apply("{color: yellow, %s}".formatted(hooks.formatted("ServiceAccount")));
    awaitColor(one, "yellow");
    if (policy.equals("hook-succeeded")) {
      assertNull(one.get(ServiceAccount.class, "hook"));
    }
  }

  /** The hook has five minutes (fluxcd/helm-controller issues 1041 and 1387). */
  @Test
  void doesNotHoldANewerSpecIfNothingOfItRuns(TestPrimary one) {
    upgradeThatWaits(one);

    one.apply("{color: yellow}");

    within(WITHOUT_WAITING, () -> assertEquals(Map.of("color", "yellow"), one.data("colors")));
    one.awaitReady();
    assertEquals(List.of("1 superseded", "2 failed", "3 deployed"), one.revisions());
  }

  private static void upgradeThatWaits(TestPrimary one) {
    one.deploy("{color: red}");
    one.apply("{color: green, hooks: [Job], %s}".formatted(BEFORE));
    eventually(() -> one.existing(Job.class, "hook"));
  }

  /** Another primary with the same change shows that the operator has had the time for it. */
  @Test
  void isLeftToEndIfItRuns(TestPrimary one) {
    var waiting = one.another();
    one.deploy("{color: red}");
    one.apply("{color: green, hooks: [Pod], %s}".formatted(BEFORE));
    one.awaitValue(Pod.class, "hook", "status.phase", "Running");
    upgradeThatWaits(waiting);

    one.apply("{color: yellow}");
    waiting.apply("{color: yellow}");

    awaitColor(waiting, "yellow");
    throughout(
        Duration.ofSeconds(1),
        () -> assertEquals(List.of("1 deployed", "2 pending-upgrade"), one.revisions()));
    one.delete(Pod.class, "hook");
    awaitColor(one, "yellow");
  }

  /** The hook has five minutes. */
  @Test
  void letsADeletionEndAnUpgradeThatWaitsForAHook(TestPrimary one) {
    upgradeThatWaits(one);

    assertDeleted(one);
    one.awaitGone(Job.class, "hook");
  }

  @Test
  void letsADeletionEndAnInstallationThatWaitsForAHook(TestPrimary one) {
    one.apply("{hooks: [ServiceAccount, Job], event: post-install, policy: before-hook-creation}");
    eventually(() -> one.existing(Job.class, "hook"));

    assertDeleted(one);
    one.awaitGone(ServiceAccount.class, "hook");
  }

  private static void assertDeleted(TestPrimary one) {
    one.delete();
    within(WITHOUT_WAITING, () -> assertNull(one.primary()));
    assertEquals(List.of(), one.revisions());
    assertNull(one.get(ConfigMap.class, "colors"));
  }

  /** Helm waits for the end of a Job that is not there any more. */
  @Test
  void failsAnUpgradeWhoseHookIsDeletedMeanwhile(@OfKind("Gadget") TestPrimary one) {
    upgradeThatWaits(one);

    one.client().resource(one.existing(Job.class, "hook")).delete();

    one.awaitReason("ReleaseFailed", "UpgradeError", one.object("hook"));
    assertEquals(Map.of("color", "red"), one.data("colors"));
    one.apply("{color: yellow}");
    awaitColor(one, "yellow");
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "'pre-install,pre-upgrade', before-hook-creation",
    "'pre-install,pre-upgrade', hook-failed",
    "post-upgrade, before-hook-creation",
    "pre-install, before-hook-creation"
  })
  void areObjectsInOtherRevisionsWithTheNewestContent(
      String event, String policy, @OfKind("Gizmo") TestPrimary one) {
    one.deploy("{step: a}");

    one.deploy("{step: b, event: \"%s\", policy: %s}".formatted(event, policy));
    assertStep(one, "b");
    one.deploy("{step: c}");
    assertStep(one, "c");
    var marks = one.existing(ConfigMap.class, "x").getMetadata().getAnnotations();
    assertEquals(one.name(), marks.get("meta.helm.sh/release-name"));

    one.annotate("catamaran.dev/rollback-to", "2");
    one.awaitNewestRevision("4 deployed");
    eventually(() -> assertStep(one, "b"));
    one.annotate("catamaran.dev/rollback-to", "1");
    one.awaitNewestRevision("5 deployed");
    eventually(() -> assertStep(one, "a"));
  }

  /** Otherwise it would be an object of others when the corrected chart makes an object of it. */
  @Test
  void leavesNothingOfAFailedInstallation(@OfKind("Gizmo") TestPrimary one) {
    one.apply("{step: a, event: pre-install, policy: before-hook-creation, port: 99999}");
    one.awaitReason("ReleaseFailed", "InstallError");

    one.deploy("{step: b}");

    assertStep(one, "b");
  }

  private static void assertStep(TestPrimary one, String step) {
    assertEquals(step, one.data("x").get("step"));
  }

  private static String hook(String name, String events) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: "{{ .Release.Name }}-%s", annotations: {helm.sh/hook: "%s"}}
    """
        .formatted(name, events);
  }

  @Test
  void runsNoHooksOfStepsThatAPersonTurnsOff(@OfKind("Trinket") TestPrimary one) {
    one.namespace()
        .load(
            """
            apiVersion: test.catamaran.dev/v1
            kind: Trinket
            metadata:
              name: %s
              annotations:
                helm.sdk.operatorframework.io/install-disable-hooks: "true"
                helm.sdk.operatorframework.io/upgrade-disable-hooks: "true"
            spec: {size: 1}
            """
                .formatted(one.name()));
    one.awaitReady();
    one.deploy("{size: 2}");

    assertEquals(Map.of("size", "2"), one.data("plain"));
    for (var hook : new String[] {"installed", "sub-installed", "upgraded"}) {
      assertNull(one.get(ConfigMap.class, hook), hook);
    }
    var stored = new TreeSet<String>();
    StoredRelease.newest(one.namespace(), one.name())
        .path("hooks")
        .forEach(hook -> stored.add(hook.path("events").toString()));
    assertEquals(
        "[[\"post-delete\"], [\"post-install\"], [\"post-upgrade\"],"
            + " [\"pre-install\",\"pre-delete\"]]",
        stored.toString(),
        "all hooks are in the revision");

    one.delete();
    one.awaitGone();
    assertNotNull(one.get(ConfigMap.class, "deleted"));
  }

  @Test
  void uninstallsWithoutHooks(@OfKind("Trinket") TestPrimary one) {
    one.deploy("{}");
    assertNotNull(one.get(ConfigMap.class, "sub-installed"));
    one.annotate("helm.sdk.operatorframework.io/uninstall-disable-hooks", "true");

    one.delete();

    one.awaitGone();
    assertNull(one.get(ConfigMap.class, "plain"));
    assertNull(one.get(ConfigMap.class, "deleted"));
  }
}
