package dev.catamaran.it.inspect;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Yaml;
import dev.catamaran.it.inspect.Shell.Run;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether a cluster has what the operator needs. */
class CheckCommandIT {
  @Test
  void saysWhatAnOperatorLacks(TestNamespace namespace) {
    var shell = shell(namespace);
    assertSays(
        check(shell),
        1,
        "good     Kubernetes v1.",
        "good     widget.test.catamaran.dev is served; custom resources: 0 ready",
        "bad      no pod with the label control-plane=controller-manager runs the operator");

    account(namespace, "lame", "[list, watch]");
    operator(namespace, "lame");
    eventually(
        () ->
            assertSays(
                check(shell),
                1,
                "good     operator NAMESPACE/lame is ready: image example.com/operator:1",
                "bad      lease NAMESPACE/lame is held by nobody: no operator does anything",
                "bad      system:serviceaccount:NAMESPACE:lame may not patch widgets.test.catamaran.dev;"));
  }

  @Test
  void endsWellIfNothingIsWrong(TestNamespace namespace) {
    var shell = shell(namespace);
    account(namespace, "whole", "[list, watch, patch]");
    operator(namespace, "whole");
    lease(namespace, "whole", Instant.now());
    eventually(
        () ->
            assertSays(
                check(shell),
                0,
                "good     lease NAMESPACE/whole is held by one",
                "good     system:serviceaccount:NAMESPACE:whole has the rights on these kinds"));
  }

  @Test
  void countsALeaseThatNobodyRenewsAsFree(TestNamespace namespace) {
    var shell = shell(namespace);
    operator(namespace, "default");
    lease(namespace, "default", Instant.now().minus(1, ChronoUnit.HOURS));
    assertSays(check(shell), 1, "bad      lease NAMESPACE/default is held by nobody");
  }

  @Test
  void saysWhatItMayNotLookAt(TestNamespace namespace) {
    var stranger = namespace.identity("stranger", List.of()).kubeconfig();
    assertSays(
        check(shell(namespace).with(stranger)),
        0,
        "unknown  the kinds: you have no permission to look at it",
        "unknown  the operator's pods: you have no permission to look at it");
  }

  private static Shell shell(TestNamespace namespace) {
    var chart = TestChart.named("checked").values("{}").configMap("page", "text", "plain");
    return Shell.in(namespace, Watching.chart("Widget", chart.path()).write());
  }

  private static Run check(Shell shell) {
    return shell.run("check", "--operator-namespace=" + shell.namespace().name());
  }

  private static void assertSays(Run run, int code, String... lines) {
    for (var line : lines) {
      assertTrue(run.out().contains(line), () -> line + " is missing in\n" + run);
    }
    assertEquals(code, run.code(), run::toString);
  }

  private static void account(TestNamespace namespace, String name, String verbs) {
    Yaml.create(
        namespace,
        """
        apiVersion: v1
        kind: ServiceAccount
        metadata: {name: %1$s}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: {name: %1$s}
        rules:
        - {apiGroups: [test.catamaran.dev], resources: [widgets], verbs: %2$s}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: %1$s}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: %1$s}
        subjects:
        - {kind: ServiceAccount, name: %1$s}
        """,
        name,
        verbs);
  }

  private static void operator(TestNamespace namespace, String name) {
    Yaml.create(
        namespace,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %1$s, labels: {control-plane: controller-manager}}
        spec:
          serviceAccountName: %1$s
          containers:
          - {name: manager, image: "example.com/operator:1", args: [run, --leader-election-id=%1$s]}
        """,
        name);
  }

  private static void lease(TestNamespace namespace, String name, Instant renewed) {
    Yaml.create(
        namespace,
        """
        apiVersion: coordination.k8s.io/v1
        kind: Lease
        metadata: {name: %s}
        spec: {holderIdentity: one, leaseDurationSeconds: 60, renewTime: "%s"}
        """,
        name,
        renewed.truncatedTo(ChronoUnit.SECONDS).toString().replace("Z", ".000000Z"));
  }
}
