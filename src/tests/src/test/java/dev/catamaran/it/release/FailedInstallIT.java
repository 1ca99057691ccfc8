package dev.catamaran.it.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A failed first attempt leaves nothing that spoils the next one. */
class FailedInstallIT {
  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart(
                  "Widget",
                  TestChart.named("claiming")
                      .template(
                          "all.yaml",
                          """
                      apiVersion: v1
                      kind: PersistentVolumeClaim
                      metadata: {name: "{{ .Release.Name }}-data"}
                      spec:
                        storageClassName: {{ .Values.class }}
                        accessModes: [ReadWriteOnce]
                        resources: {requests: {storage: 1Gi}}
                      ---
                      apiVersion: v1
                      kind: Service
                      metadata: {name: "{{ .Release.Name }}"}
                      spec: {ports: [{port: {{ .Values.port }}}]}
                      ---
                      apiVersion: v1
                      kind: Secret
                      metadata: {name: "{{ .Release.Name }}-login"}
                      stringData:
                        user: {{ .Values.user | default "nobody" }}
                        password: "{{ randAlphaNum 12 }}"
                      """)
                      .path())
              .and("Gadget", hooked())
              .and("Gizmo", sealed(), "remediation: {upgrade: keep}"));

  private static Path hooked() {
    return TestChart.named("hooked")
        .template(
            "hooks.yaml",
            """
            apiVersion: v1
            kind: Secret
            metadata:
              name: "{{ .Release.Name }}-password"
              annotations:
                helm.sh/hook: "pre-install,pre-upgrade"
                helm.sh/hook-weight: "-1"
                helm.sh/hook-delete-policy: hook-succeeded
            stringData: {password: "{{ randAlphaNum 8 }}"}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-hook"
              labels: {label: "{{ .Values.label }}"}
              annotations: {helm.sh/hook: "pre-install,pre-upgrade"}
            """)
        .configMap("colors", "color", "red")
        .path();
  }

  private static Path sealed() {
    return TestChart.named("sealed")
        .template(
            "all.yaml",
            """
            {{- with .Values.sealed }}
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ $.Release.Name }}-sealed"}
            immutable: true
            data: {text: "{{ . }}"}
            ---
            {{- end }}
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}"}
            spec: {type: NodePort, ports: [{port: 80, nodePort: {{ .Values.nodePort }}}]}
            """)
        .path();
  }

  /** A hook that only a success of all hooks deletes. */
  @Test
  void makesAHookAnewForACorrectedSpec(@OfKind("Gadget") TestPrimary one) {
    one.apply("{label: not allowed!}");
    one.awaitReason("ReleaseFailed", "InstallError", "not allowed!");
    assertNotNull(one.get(Secret.class, "password"));

    one.deploy("{label: allowed}");

    assertNull(one.get(Secret.class, "password"));
    one.apply("{label: not allowed!}");
    one.awaitReason("ReleaseFailed", "UpgradeError", "not allowed!");
    one.deploy("{label: again}");
  }

  @Test
  void makesAnewWhatAFailedUpgradeMadeImmutable(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{port: 80}");
    one.apply("{sealed: first, nodePort: 70000}");
    one.awaitRevisions("1 deployed", "2 failed");

    one.deploy("{sealed: second, port: 80}");

    one.awaitData("sealed", "text", "second");
  }

  @Test
  void keepsWhatASuccessMadeImmutable(@OfKind("Gizmo") TestPrimary one) {
    one.deploy("{sealed: first, port: 80}");
    var made = one.get(ConfigMap.class, "sealed").getMetadata().getUid();

    one.apply("{sealed: second, port: 80}");

    one.awaitReason("ReleaseFailed", "UpgradeError", "immutable");
    assertEquals(made, one.get(ConfigMap.class, "sealed").getMetadata().getUid());
  }

  /** A misspelt class, whose claim got no volume. */
  @Test
  void makesAClaimWithoutAVolumeAnewForACorrectedSpec(TestPrimary one) {
    one.apply("{class: gorws, port: 70000}");
    one.awaitReason("ReleaseFailed", "InstallError", "70000");

    one.apply("{class: grows, port: 80}");

    one.awaitValue(PersistentVolumeClaim.class, "data", "spec.storageClassName", "grows");
    one.awaitStatus("Deployed", "True");
  }

  /** The data of a claim may have been made with it. */
  @Test
  void keepsAPasswordThatTheFailedAttemptDrewAndNothingElseOfItsSecret(TestPrimary one) {
    one.apply("{class: grows, user: first, port: 70000}");
    one.awaitReason("ReleaseFailed", "InstallError", "70000");
    var drawn = one.get(Secret.class, "login").getData().get("password");

    one.apply("{class: grows, user: second, port: 80}");

    one.awaitStatus("Deployed", "True");
    var data = one.get(Secret.class, "login").getData();
    assertEquals(drawn, data.get("password"));
    assertEquals("c2Vjb25k", data.get("user"));
  }
}
