package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Yaml;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** No object of a release runs with the account that makes the release, or with the operator's. */
class AccountInPodsIT {
  private static final String ACCOUNT = "deployer";

  /** By name, each an object with the account of the values. More kinds: accounts_test.go. */
  private static final Map<String, String> OBJECTS =
      Map.of(
          "deployment",
          "apiVersion: apps/v1, kind: Deployment, spec: {selector: {matchLabels: {app: it}},"
              + " template: POD}",
          "cronjob",
          "apiVersion: batch/v1, kind: CronJob, spec: {schedule: \"0 0 1 1 *\", jobTemplate: {spec:"
              + " {template: NEVER}}}",
          "pod",
          "apiVersion: v1, kind: Pod, spec: {serviceAccountName: \"{{ .Values.account }}\", MAIN}",
          "old",
          "apiVersion: v1, kind: Pod, spec: {serviceAccount: \"{{ .Values.account }}\", MAIN}",
          "custom",
          "apiVersion: test.catamaran.dev/v1, kind: Gadget, spec: {a: {serviceAccountRef: {name:"
              + " \"{{ .Values.account }}\"}}}",
          "task",
          "apiVersion: test.catamaran.dev/v1, kind: Gadget, spec: {a: [{taskServiceAccountNames:"
              + " [\"{{ .Values.account }}\"]}]}");

  private static final List<String> ROWS =
      List.of("deployment", "cronjob", "pod", "old", "custom", "task", "hook", "token");

  @Test
  void isRefusedInObjectsOfAnyKind(TestNamespace namespace) {
    account(namespace);
    TestAccount.in(namespace, "other");
    namespace.operate(
        Watching.chart("Widget", chart(), "serviceAccountName: " + ACCOUNT)
            .and("Gadget", far(namespace)));
    ROWS.forEach(row -> namespace.apply("Widget", row, spec(row, ACCOUNT)));
    namespace.apply("Gadget", "far", "{}");

    ROWS.forEach(
        row ->
            refused(
                namespace,
                row,
                "uses service account %s/%s (chart/templates/%s.yaml)"
                    .formatted(namespace.name(), ACCOUNT, row)));
    refused(namespace, "cronjob", "CronJob \"cronjob-it\"");
    refused(namespace, "pod", "allowAccountInPods: true");
    namespace.awaitReason(
        "Gadget", "far", "Stalled", "NotAllowed", "account default/" + namespace.name());
    ROWS.forEach(row -> assertEquals(List.of(), namespace.revisions(row), row));
    assertNull(namespace.get(Secret.class, "token-it"));

    ROWS.forEach(row -> namespace.apply("Widget", row, spec(row, "other")));
    ROWS.forEach(row -> namespace.widget(row).awaitStatus("Deployed", "True"));
  }

  @Test
  void isAllowedByWatchesYaml(TestNamespace namespace) {
    account(namespace);
    namespace.operate(
        Watching.chart(
            "Widget", chart(), "serviceAccountName: " + ACCOUNT, "allowAccountInPods: true"));

    namespace.apply("Widget", "cronjob", spec("cronjob", ACCOUNT));

    eventually(() -> assertNotNull(namespace.get(CronJob.class, "cronjob-it")));
  }

  @Test
  void isRefusedIfItMakesReleasesOfAnotherKind(TestNamespace namespace) {
    account(namespace);
    TestAccount.in(namespace, "strong");
    namespace.operate(
        Watching.chart("Widget", chart(), "serviceAccountName: " + ACCOUNT)
            .and("Gizmo", chart(), "serviceAccountName: strong"));
    namespace.apply("Widget", "pod", spec("pod", "strong"));
    refused(namespace, "pod", "uses service account " + namespace.name() + "/strong");
  }

  private static void refused(TestNamespace namespace, String primary, String part) {
    namespace.awaitReason("Widget", primary, "Stalled", "NotAllowed", part);
  }

  /** An account that may do anything in the namespace. */
  private static void account(TestNamespace namespace) {
    TestAccount.in(namespace, ACCOUNT);
    Yaml.create(
        namespace,
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: deployer}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
        subjects: [{kind: ServiceAccount, name: deployer, namespace: %s}]
        """,
        namespace.name());
  }

  private static String spec(String made, String account) {
    return "{made: %s, account: \"%s\"}".formatted(made, account);
  }

  /** A chart that makes its object by itself in the namespace of the operator's account. */
  private static Path far(TestNamespace namespace) {
    return TestChart.named("far")
        .template(
            "far.yaml",
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: "%1$s", namespace: default}
            spec: {serviceAccountName: "%1$s-operator", containers: [{name: main, image: "x:1"}]}
            """
                .formatted(namespace.name()))
        .path();
  }

  private static Path chart() {
    var main = "containers: [{name: main, image: \"x:1\"}]";
    var pod =
        "{metadata: {labels: {app: it}}, spec: {serviceAccountName: \"{{ .Values.account }}\", %s}}"
            .formatted(main);
    var never = pod.replace("spec: {", "spec: {restartPolicy: Never, ");
    var chart = TestChart.named("chart").values("{made: none, account: none}");
    OBJECTS.forEach(
        (name, object) ->
            add(
                chart,
                name,
                "{metadata: {name: %s-it}, %s}"
                    .formatted(
                        name,
                        object.replace("NEVER", never).replace("POD", pod).replace("MAIN", main))));
    add(
        chart,
        "hook",
        """
        apiVersion: v1
        kind: PodTemplate
        metadata: {name: hook-it, annotations: {helm.sh/hook: "post-install,post-upgrade"}}
        template: %s
        """
            .formatted(never));
    add(
        chart,
        "token",
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: token-it, annotations: {kubernetes.io/service-account.name: "{{ .Values.account }}"}}
        type: kubernetes.io/service-account-token
        """);
    return chart.configMap("always", "made", "{{ .Values.made }}").path();
  }

  private static void add(TestChart chart, String name, String object) {
    chart.template(
        name + ".yaml", "{{ if eq .Values.made \"%s\" }}\n%s\n{{ end }}\n".formatted(name, object));
  }
}
