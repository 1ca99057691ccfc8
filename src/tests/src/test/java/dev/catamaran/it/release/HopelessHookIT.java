package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** No worker waits for a delete hook that cannot succeed, and an Event says that it did not run. */
class HopelessHookIT {
  /** Far less than the five minutes that Helm waits for a hook. */
  private static final Duration WITHOUT_WAITING = Duration.ofMinutes(1);

  /** What the pod of the hook needs from the release. */
  enum Need {
    SERVICE_ACCOUNT("serviceAccountName: one-needed", "ServiceAccount one-needed"),
    CONFIG_MAP("volumes: [{name: v, configMap: {name: one-needed}}]", "ConfigMap one-needed"),
    SECRET("volumes: [{name: v, secret: {secretName: one-needed}}]", "Secret one-needed"),
    RIGHTS("serviceAccountName: one-granted", "RoleBinding one-needed"),
    CLAIM(
        "volumes: [{name: v, persistentVolumeClaim: {claimName: one-needed}}]",
        "PersistentVolumeClaim one-needed");

    private final String pod;
    private final String named;

    Need(String pod, String named) {
      this.pod = pod;
      this.named = named;
    }
  }

  @ParameterizedTest
  @EnumSource
  void isDroppedIfTheCollectorTakesWhatItNeeds(Need need, TestNamespace namespace) {
    operate(namespace, "pre-delete", need.pod);
    deploy(namespace);

    delete(namespace, DeletionPropagation.FOREGROUND);

    within(WITHOUT_WAITING, () -> assertNull(namespace.primary("Widget", "one")));
    assertGone(namespace);
    assertNull(namespace.get(Job.class, "one-hook"));
    eventually(
        () -> {
          var said = events(namespace, "HooksDropped");
          assertEquals(1, said.size(), said::toString);
          assertTrue(said.getFirst().contains("Job/one-hook"), said::toString);
          assertTrue(said.getFirst().contains(need.named), said::toString);
        });
  }

  static Stream<Arguments> able() {
    return Stream.of(
        Arguments.of("needs nothing", "pre-delete", ""),
        Arguments.of("has an account that is a hook", "pre-delete", "serviceAccountName: one-hook"),
        Arguments.of(
            "does without what goes",
            "pre-delete",
            "volumes: [{name: v, configMap: {name: one-needed, optional: true}}]"),
        Arguments.of("needs nothing at the end", "post-delete", ""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("able")
  void runsInAForegroundDeletionIfItCan(
      String what, String event, String pod, TestNamespace namespace) {
    operate(namespace, event, pod);
    deploy(namespace);

    delete(namespace, DeletionPropagation.FOREGROUND);

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(1, namespace.existing(Job.class, "one-hook").getStatus().getSucceeded(), what);
    assertEquals(List.of(), events(namespace, "HooksDropped"));
    assertGone(namespace);
  }

  @Test
  void runsInABackgroundDeletionThatTakesItsAccountLater(TestNamespace namespace) {
    operate(namespace, "pre-delete", Need.SERVICE_ACCOUNT.pod);
    deploy(namespace);

    delete(namespace, DeletionPropagation.BACKGROUND);

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(1, namespace.existing(Job.class, "one-hook").getStatus().getSucceeded());
    assertGone(namespace);
  }

  /** The uninstall deletes the account before it runs the hook. */
  @Test
  void isDroppedIfTheUninstallTakesWhatItNeeds(TestNamespace namespace) {
    operate(namespace, "post-delete", Need.SERVICE_ACCOUNT.pod);
    deploy(namespace);

    delete(namespace, DeletionPropagation.BACKGROUND);

    within(WITHOUT_WAITING, () -> assertNull(namespace.primary("Widget", "one")));
    eventually(() -> assertEquals(1, events(namespace, "HooksDropped").size()));
    assertGone(namespace);
  }

  /** A person may have deleted the account by mistake, and the hook may save data. */
  @Test
  void holdsTheDeletionIfAPersonCanMakeWhatItNeeds(TestNamespace namespace) {
    operate(namespace, "pre-delete", Need.SERVICE_ACCOUNT.pod, "drift: ignore");
    deploy(namespace);
    namespace.delete(ServiceAccount.class, "one-needed");

    delete(namespace, DeletionPropagation.BACKGROUND);

    within(
        WITHOUT_WAITING,
        () -> {
          var failed = namespace.condition("Widget", "one", "ReleaseFailed");
          assertEquals("UninstallError", failed.get("reason"), failed::toString);
          assertTrue(failed.get("message").contains(Need.SERVICE_ACCOUNT.named), failed::toString);
        });
    namespace.existing(ConfigMap.class, "one-needed");
    namespace
        .client()
        .resource(
            new ServiceAccountBuilder()
                .withNewMetadata()
                .withName("one-needed")
                .endMetadata()
                .build())
        .inNamespace(namespace.name())
        .create();
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(1, namespace.existing(Job.class, "one-hook").getStatus().getSucceeded());
  }

  private static void operate(
      TestNamespace namespace, String event, String pod, String... options) {
    namespace.operate(Watching.chart("Widget", chart(event, pod), options));
  }

  /** A claim without a volume is not ready. */
  private static void deploy(TestNamespace namespace) {
    namespace.apply("Widget", "one", "{}");
    namespace.awaitRevisions("one", "1 deployed");
    for (var kind :
        List.of(ConfigMap.class, Secret.class, ServiceAccount.class, PersistentVolumeClaim.class)) {
      eventually(
          () -> {
            var owners = namespace.existing(kind, "one-needed").getMetadata().getOwnerReferences();
            assertEquals(1, owners.size(), kind.getName());
          });
    }
  }

  private static void delete(TestNamespace namespace, DeletionPropagation cascade) {
    namespace.resource("Widget", "one").withPropagationPolicy(cascade).delete();
  }

  private static void assertGone(TestNamespace namespace) {
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-needed")));
    assertEquals(List.of(), namespace.revisions("one"));
  }

  private static List<String> events(TestNamespace namespace, String reason) {
    return namespace.list(Event.class).stream()
        .filter(event -> event.getReason().equals(reason))
        .map(Event::getMessage)
        .toList();
  }

  private static Path chart(String event, String pod) {
    return TestChart.named("hooked")
        .template(
            "needed.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-needed"
            ---
            apiVersion: v1
            kind: ServiceAccount
            metadata:
              name: "{{ .Release.Name }}-needed"
            ---
            apiVersion: v1
            kind: Secret
            metadata:
              name: "{{ .Release.Name }}-needed"
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata:
              name: "{{ .Release.Name }}-needed"
            rules: [{apiGroups: [""], resources: [configmaps], verbs: [get]}]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata:
              name: "{{ .Release.Name }}-needed"
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: "{{ .Release.Name }}-needed"}
            subjects: [{kind: ServiceAccount, name: "{{ .Release.Name }}-granted"}]
            ---
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata:
              name: "{{ .Release.Name }}-needed"
            spec:
              accessModes: [ReadWriteOnce]
              resources: {requests: {storage: 1Mi}}
            """)
        .template(
            "hooks.yaml",
            """
            apiVersion: v1
            kind: ServiceAccount
            metadata:
              name: "{{ .Release.Name }}-hook"
              annotations: {helm.sh/hook: EVENT}
            ---
            apiVersion: v1
            kind: ServiceAccount
            metadata:
              name: "{{ .Release.Name }}-granted"
              annotations: {helm.sh/hook: EVENT}
            ---
            apiVersion: batch/v1
            kind: Job
            metadata:
              name: "{{ .Release.Name }}-hook"
              annotations: {helm.sh/hook: EVENT}
            spec:
              template:
                spec:
                  restartPolicy: Never
                  POD
                  containers:
                  - {name: hook, image: "memcached:1.6-alpine", command: [memcached, -V]}
            """
                .replace("EVENT", event)
                .replace("POD", pod))
        .path();
  }
}
