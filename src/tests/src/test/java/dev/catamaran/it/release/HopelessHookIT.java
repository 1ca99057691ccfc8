package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A deletion ends though a delete hook cannot succeed, and an Event says that it failed. */
class HopelessHookIT {
  /** Longer than a hook takes that can run. */
  private static final String TIMEOUT = "timeout: 20s";

  private static final String ACCOUNT = "serviceAccountName: RELEASE-needed";

  /** The chart reads what the hook's pod needs, and when it runs, from the values. */
  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart("Widget", chart(), TIMEOUT)
              .and("Gadget", chart(), TIMEOUT, "drift: ignore"));

  @Test
  void isDroppedAfterOneTryIfTheCollectorTakesItsAccount(TestPrimary one) {
    deploy(one, "pre-delete", ACCOUNT);

    one.delete(DeletionPropagation.FOREGROUND);

    eventually(() -> assertNull(one.primary()));
    assertGone(one);
    one.awaitGone(Job.class, "hook");
    eventually(
        () -> {
          var said = one.events("HooksDropped");
          assertEquals(1, said.size(), said::toString);
          assertTrue(said.getFirst().contains("Job/" + one.object("hook")), said::toString);
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "needs nothing | pre-delete | {}",
        "has an account that is a hook | pre-delete | serviceAccountName: RELEASE-hook",
        "does without what goes | pre-delete"
            + " | volumes: [{name: v, configMap: {name: RELEASE-needed, optional: true}}]",
        "needs nothing at the end | post-delete | {}"
      })
  void runsInAForegroundDeletionIfItCan(String what, String event, String pod, TestPrimary one) {
    deploy(one, event, pod);

    one.delete(DeletionPropagation.FOREGROUND);

    assertRan(one);
    assertEquals(List.of(), one.events("HooksDropped"));
    assertGone(one);
  }

  @Test
  void runsInABackgroundDeletionThatTakesItsAccountLater(TestPrimary one) {
    deploy(one, "pre-delete", ACCOUNT);

    one.delete(DeletionPropagation.BACKGROUND);

    assertRan(one);
    assertGone(one);
  }

  /** The uninstall deletes the account before it runs the hook. */
  @Test
  void doesNotHoldTheDeletionIfTheUninstallTakesWhatItNeeds(TestPrimary one) {
    deploy(one, "post-delete", ACCOUNT);

    one.delete(DeletionPropagation.BACKGROUND);

    eventually(() -> assertNull(one.primary()));
    assertGone(one);
  }

  /** A person may have deleted the account by mistake, and the hook may save data. */
  @Test
  void holdsTheDeletionIfAPersonCanMakeWhatItNeeds(@OfKind("Gadget") TestPrimary one) {
    deploy(one, "pre-delete", ACCOUNT);
    one.delete(ServiceAccount.class, "needed");

    one.delete(DeletionPropagation.BACKGROUND);

    one.awaitReason("ReleaseFailed", "UninstallError", "Job/" + one.object("hook"));
    one.existing(ConfigMap.class, "needed");
    one.load("{apiVersion: v1, kind: ServiceAccount, metadata: {name: RELEASE-needed}}");
    assertRan(one);
  }

  /** A claim without a volume is not ready. */
  private static void deploy(TestPrimary one, String event, String pod) {
    one.apply(
        "{event: %s, pod: {%s}}"
            .formatted(event, pod.replace("RELEASE", one.name()).replace("{}", "")));
    one.awaitRevisions("1 deployed");
    for (var kind :
        List.of(ConfigMap.class, Secret.class, ServiceAccount.class, PersistentVolumeClaim.class)) {
      eventually(
          () -> {
            var owners = one.existing(kind, "needed").getMetadata().getOwnerReferences();
            assertEquals(1, owners.size(), kind.getName());
          });
    }
  }

  private static void assertRan(TestPrimary one) {
    eventually(() -> assertNull(one.primary()));
    assertEquals("1", one.value(Job.class, "hook", "status.succeeded"));
  }

  private static void assertGone(TestPrimary one) {
    one.awaitGone(ConfigMap.class, "needed");
    assertEquals(List.of(), one.revisions());
  }

  private static Path chart() {
    return TestChart.named("hooked")
        .template(
            "needed.yaml",
            """
            {{- range list "ConfigMap" "ServiceAccount" "Secret" }}
            apiVersion: v1
            kind: {{ . }}
            metadata: {name: "{{ $.Release.Name }}-needed"}
            ---
            {{- end }}
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: "{{ .Release.Name }}-needed"}
            rules: [{apiGroups: [""], resources: [configmaps], verbs: [get]}]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: "{{ .Release.Name }}-needed"}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: "{{ .Release.Name }}-needed"}
            subjects: [{kind: ServiceAccount, name: "{{ .Release.Name }}-granted"}]
            ---
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: "{{ .Release.Name }}-needed"}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Mi}}}
            """)
        .template(
            "hooks.yaml",
            """
            {{- range list "hook" "granted" }}
            apiVersion: v1
            kind: ServiceAccount
            metadata: {name: "{{ $.Release.Name }}-{{ . }}", annotations: {helm.sh/hook: {{ $.Values.event }}}}
            ---
            {{- end }}
            apiVersion: batch/v1
            kind: Job
            metadata: {name: "{{ .Release.Name }}-hook", annotations: {helm.sh/hook: {{ .Values.event }}}}
            spec:
              template:
                spec:
                  restartPolicy: Never
                  {{- with .Values.pod }}
                  {{- toYaml . | nindent 6 }}
                  {{- end }}
                  containers:
                  - {name: hook, image: "memcached:1.6-alpine", command: [memcached, -V]}
            """)
        .path();
  }
}
