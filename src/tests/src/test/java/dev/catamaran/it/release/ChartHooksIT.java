package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hooks of charts, in cases that hurt users of Helm. */
class ChartHooksIT {
  /** Far less than the five minutes that Helm waits for a hook. */
  private static final Duration WITHOUT_WAITING = Duration.ofMinutes(1);

  /** No node runs its pod, so it fails at its deadline, or never ends. */
  private static final String JOB =
      """
      {{- if .Values.migrate }}
      apiVersion: batch/v1
      kind: Job
      metadata:
        name: {{ .Release.Name }}-migrate
        annotations:
          helm.sh/hook: pre-upgrade
          helm.sh/hook-delete-policy: %s
      spec:
        backoffLimit: 0
        {{- with .Values.deadline }}
        activeDeadlineSeconds: {{ . }}
        {{- end }}
        template:
          spec:
            nodeSelector: {no: node}
            restartPolicy: Never
            containers: [{name: main, image: none}]
      {{- end }}
      """;

  private static String account(String policy) {
    return """
        apiVersion: v1
        kind: ServiceAccount
        metadata:
          name: {{ .Release.Name }}-migrate
          annotations:
            helm.sh/hook: pre-upgrade
            helm.sh/hook-weight: "-1"
            helm.sh/hook-delete-policy: %s
        """
        .formatted(policy);
  }

  private static TestChart chart() {
    return TestChart.named("hooked")
        .values("{color: blue, migrate: false}")
        .configMap("colors", "color", "{{ .Values.color }}");
  }

  private static void awaitColor(TestNamespace namespace, String color) {
    eventually(() -> assertEquals(Map.of("color", color), namespace.data("one-colors")));
    namespace.awaitReady("Widget", "one");
  }

  /** It does not exist before the first upgrade (helm/helm issue 32231). */
  @Test
  void runsAHookOfUpgradesThatIsDeletedBeforeItsCreation(TestNamespace namespace) {
    var chart =
        chart()
            .template(
                "hook.yaml",
                """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: {{ .Release.Name }}-hook
                  annotations: {helm.sh/hook: pre-upgrade, helm.sh/hook-delete-policy: before-hook-creation}
                """);
    namespace.operate(Watching.chart("Widget", chart.path()));
    namespace.deploy("Widget", "one", "{color: red}");

    namespace.deploy("Widget", "one", "{color: green}");
    awaitColor(namespace, "green");
    assertNotNull(namespace.get(ConfigMap.class, "one-hook"));
  }

  /**
   * With this policy, Helm deletes none of the hooks before the next attempt, which fails for ever:
   * they already exist.
   */
  @ParameterizedTest
  @ValueSource(strings = {"hook-succeeded", "hook-failed"})
  void doesNotFailForEverBecauseOfTheHooksOfAFailedAttempt(String policy, TestNamespace namespace) {
    var chart =
        chart()
            .template("account.yaml", account(policy))
            .template("job.yaml", JOB.formatted(policy));
    namespace.operate(Watching.chart("Widget", chart.path()));
    namespace.deploy("Widget", "one", "{color: red}");

    namespace.apply("Widget", "one", "{color: green, migrate: true, deadline: 1}");
    eventually(
        () ->
            assertTrue(
                String.valueOf(namespace.primary("Widget", "one")).contains("migrate"),
                () -> String.valueOf(namespace.primary("Widget", "one"))));
    namespace.awaitReason("Widget", "one", "ReleaseFailed", "UpgradeError");
    namespace.apply("Widget", "one", "{color: yellow}");
    awaitColor(namespace, "yellow");
    if (policy.equals("hook-succeeded")) {
      assertEquals(null, namespace.get(ServiceAccount.class, "one-migrate"));
    }
  }

  /** The hook has five minutes (fluxcd/helm-controller issues 1041 and 1387). */
  @Test
  void doesNotHoldANewerSpecIfNothingOfItRuns(TestNamespace namespace) {
    upgradeThatWaits(namespace);

    namespace.apply("Widget", "one", "{color: yellow}");

    within(
        WITHOUT_WAITING,
        () -> assertEquals(Map.of("color", "yellow"), namespace.data("one-colors")));
    namespace.awaitReady("Widget", "one");
    assertEquals(List.of("1 superseded", "2 failed", "3 deployed"), namespace.revisions("one"));
  }

  private static void upgradeThatWaits(TestNamespace namespace) {
    namespace.operate(
        Watching.chart(
            "Widget", chart().template("job.yaml", JOB.formatted("before-hook-creation")).path()));
    namespace.deploy("Widget", "one", "{color: red}");
    namespace.apply("Widget", "one", "{color: green, migrate: true}");
    eventually(() -> assertNotNull(namespace.get(Job.class, "one-migrate")));
  }

  @Test
  void isLeftToEndIfItRuns(TestNamespace namespace) {
    var pod =
        """
        {{- if .Values.migrate }}
        apiVersion: v1
        kind: Pod
        metadata: {name: "{{ .Release.Name }}-migrate", annotations: {helm.sh/hook: pre-upgrade}}
        spec: {restartPolicy: Always, containers: [{name: main, image: none}]}
        {{- end }}
        """;
    namespace.operate(Watching.chart("Widget", chart().template("pod.yaml", pod).path()));
    namespace.deploy("Widget", "one", "{color: red}");
    namespace.apply("Widget", "one", "{color: green, migrate: true}");
    eventually(
        () ->
            assertEquals(
                "Running", namespace.existing(Pod.class, "one-migrate").getStatus().getPhase()));

    namespace.apply("Widget", "one", "{color: yellow}");

    throughout(
        Duration.ofSeconds(6),
        () -> assertEquals(List.of("1 deployed", "2 pending-upgrade"), namespace.revisions("one")));
    namespace.delete(Pod.class, "one-migrate");
    awaitColor(namespace, "yellow");
  }

  /** The hook has five minutes. */
  @Test
  void letsADeletionEndAnUpgradeThatWaitsForAHook(TestNamespace namespace) {
    upgradeThatWaits(namespace);

    namespace.delete("Widget", "one");

    within(WITHOUT_WAITING, () -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    assertNull(namespace.get(ConfigMap.class, "one-colors"));
    eventually(() -> assertNull(namespace.get(Job.class, "one-migrate")));
  }

  @Test
  void letsADeletionEndAnInstallationThatWaitsForAHook(TestNamespace namespace) {
    var job = JOB.formatted("before-hook-creation").replace("pre-upgrade", "post-install");
    namespace.operate(Watching.chart("Widget", chart().template("job.yaml", job).path()));
    namespace.apply("Widget", "one", "{color: green, migrate: true}");
    eventually(() -> assertNotNull(namespace.get(Job.class, "one-migrate")));

    namespace.delete("Widget", "one");

    within(WITHOUT_WAITING, () -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    assertNull(namespace.get(ConfigMap.class, "one-colors"));
  }

  /** Helm waits for the end of a Job that is not there any more. */
  @Test
  void failsAnUpgradeWhoseHookIsDeletedMeanwhile(TestNamespace namespace) {
    namespace.operate(
        Watching.chart(
            "Widget",
            chart().template("job.yaml", JOB.formatted("before-hook-creation")).path(),
            "remediation: {retries: 0}"));
    namespace.deploy("Widget", "one", "{color: red}");
    namespace.apply("Widget", "one", "{color: green, migrate: true}");
    eventually(() -> assertNotNull(namespace.get(Job.class, "one-migrate")));

    namespace.client().resource(namespace.existing(Job.class, "one-migrate")).delete();

    namespace.awaitReason("Widget", "one", "ReleaseFailed", "UpgradeError", "one-migrate");
    assertEquals(Map.of("color", "red"), namespace.data("one-colors"));
    namespace.apply("Widget", "one", "{color: yellow}");
    awaitColor(namespace, "yellow");
  }
}
