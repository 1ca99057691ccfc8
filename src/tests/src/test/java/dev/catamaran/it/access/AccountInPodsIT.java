package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** No object of a release runs with the account that makes the release, or with the operator's. */
class AccountInPodsIT {
  private static final String ACCOUNT = "deployer";

  @Test
  void isRefusedInObjectsOfAnyKind(TestNamespace namespace) {
    account(namespace);
    TestAccount.in(namespace, "other");
    namespace.operate(
        Watching.chart("Widget", chart(), "serviceAccountName: " + ACCOUNT)
            .and("Gadget", far(namespace)));
    var rows = new LinkedHashMap<String, String>();
    for (var kind : List.of("deployment", "statefulset", "daemonset", "replicaset", "job")) {
      rows.put(kind, kind);
    }
    rows.put("cronjob", "cronjob");
    rows.put("podtemplate", "podtemplate");
    rows.put("pod", "pod");
    rows.put("old", "old");
    rows.put("hook", "hook");
    rows.put("token", "token");
    rows.put("custom", "custom");
    rows.put("task", "task");
    rows.keySet().forEach(row -> namespace.apply("Widget", row, spec(row, ACCOUNT)));
    namespace.apply("Gadget", "far", "{}");

    rows.forEach(
        (row, template) ->
            namespace.awaitReason(
                "Widget",
                row,
                "Stalled",
                "NotAllowed",
                "uses service account %s/%s (chart/templates/%s.yaml)"
                    .formatted(namespace.name(), ACCOUNT, template)));
    namespace.awaitReason("Widget", "cronjob", "Stalled", "NotAllowed", "CronJob \"cronjob-it\"");
    namespace.awaitReason("Widget", "pod", "Stalled", "NotAllowed", "allowAccountInPods: true");
    namespace.awaitReason(
        "Gadget", "far", "Stalled", "NotAllowed", "account default/" + namespace.name());
    rows.keySet().forEach(row -> assertEquals(List.of(), namespace.revisions(row), row));
    assertNull(namespace.get(Secret.class, "token-it"));

    rows.keySet().forEach(row -> namespace.apply("Widget", row, spec(row, "other")));
    rows.keySet()
        .forEach(
            row ->
                eventually(
                    () ->
                        assertEquals(
                            "True",
                            namespace.condition("Widget", row, "Deployed").get("status"),
                            () -> namespace.condition("Widget", row, "Stalled").toString())));
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

  /** A pod that names no account runs with the one of this name. */
  @Test
  void isRefusedWithoutANameIfItIsTheDefaultOne(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", chart(), "serviceAccountName: default"));

    namespace.apply("Widget", "unnamed", spec("unnamed", ""));

    namespace.awaitReason(
        "Widget",
        "unnamed",
        "Stalled",
        "NotAllowed",
        "uses service account %s/default".formatted(namespace.name()));
  }

  /** An account that may do anything in the namespace. */
  private static void account(TestNamespace namespace) {
    TestAccount.in(namespace, ACCOUNT);
    var binding =
        new RoleBindingBuilder()
            .withNewMetadata()
            .withName(ACCOUNT)
            .withNamespace(namespace.name())
            .endMetadata()
            .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "cluster-admin")
            .addNewSubject(null, "ServiceAccount", ACCOUNT, namespace.name())
            .build();
    namespace.client().resource(binding).create();
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
    var chart = TestChart.named("chart").values("{made: none, account: none}");
    var pod = "{restartPolicy: Never, %s containers: [{name: main, image: \"x:1\"}]}";
    var named = pod.formatted("serviceAccountName: \"{{ .Values.account }}\",");
    var template = "{metadata: {labels: {app: it}}, spec: %s}".formatted(named);
    var always = template.replace("Never", "Always");
    var select = "selector: {matchLabels: {app: it}}, ";
    Map.of(
            "deployment", "apps/v1, kind: Deployment, spec: {" + select + "template: " + always,
            "statefulset", "apps/v1, kind: StatefulSet, spec: {" + select + "template: " + always,
            "daemonset", "apps/v1, kind: DaemonSet, spec: {" + select + "template: " + always,
            "replicaset", "apps/v1, kind: ReplicaSet, spec: {" + select + "template: " + always,
            "job", "batch/v1, kind: Job, spec: {template: " + template,
            "cronjob",
                "batch/v1, kind: CronJob, spec: {schedule: \"0 0 1 1 *\", jobTemplate: {spec: {template: "
                    + template
                    + "}}",
            "custom",
                "test.catamaran.dev/v1, kind: Gadget, spec: {a: {serviceAccountRef: {name: \"{{ .Values.account }}\"}}",
            "task",
                "test.catamaran.dev/v1, kind: Gadget, spec: {a: [{taskServiceAccountNames: [\"{{ .Values.account }}\"]}]")
        .forEach((name, object) -> add(chart, name, "apiVersion: " + object + "}"));
    add(chart, "podtemplate", "apiVersion: v1, kind: PodTemplate, template: " + template);
    add(chart, "pod", "apiVersion: v1, kind: Pod, spec: " + named);
    add(chart, "unnamed", "apiVersion: v1, kind: Pod, spec: " + pod.formatted(""));
    add(
        chart,
        "old",
        "apiVersion: v1, kind: Pod, spec: "
            + pod.formatted("serviceAccount: \"{{ .Values.account }}\","));
    chart.template(
        "hook.yaml",
        """
        {{ if eq .Values.made "hook" }}
        apiVersion: v1
        kind: PodTemplate
        metadata: {name: hook-it, annotations: {helm.sh/hook: "post-install,post-upgrade"}}
        template: %s
        {{ end }}
        """
            .formatted(template));
    chart.template(
        "token.yaml",
        """
        {{ if eq .Values.made "token" }}
        apiVersion: v1
        kind: Secret
        metadata: {name: token-it, annotations: {kubernetes.io/service-account.name: "{{ .Values.account }}"}}
        type: kubernetes.io/service-account-token
        {{ end }}
        """);
    return chart.configMap("always", "made", "{{ .Values.made }}").path();
  }

  private static void add(TestChart chart, String name, String object) {
    chart.template(
        name + ".yaml",
        "{{ if eq .Values.made \"%s\" }}\n{metadata: {name: %s-it}, %s}\n{{ end }}\n"
            .formatted(name, name, object));
  }
}
