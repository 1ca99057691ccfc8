package dev.catamaran.it.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A policy that Helm does not know, such as Retain, keeps an object. */
class UnknownPolicyIT {
  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart(
              "Widget",
              TestChart.named("retaining")
                  .values("{port: 80, dropped: false}")
                  .template(
                      "all.yaml",
                      """
                      {{- if not .Values.dropped }}
                      apiVersion: v1
                      kind: ConfigMap
                      metadata:
                        name: "{{ .Release.Name }}-kept"
                        {{- with .Values.policy }}
                        annotations: {helm.sh/resource-policy: "{{ . }}"}
                        {{- end }}
                      ---
                      {{- end }}
                      apiVersion: v1
                      kind: Service
                      metadata: {name: "{{ .Release.Name }}"}
                      spec: {ports: [{port: {{ .Values.port }}}]}
                      """)
                  .path()));

  @Test
  void keepsWhatGetsItByAnUpgrade(TestPrimary one) {
    one.deploy("{}");
    one.deploy("{policy: Retain}");

    one.delete(DeletionPropagation.FOREGROUND);

    one.awaitGone();
    assertEquals(
        List.of(), one.existing(ConfigMap.class, "kept").getMetadata().getOwnerReferences());
  }

  @Test
  void keepsWhatAnUpgradeDrops(TestPrimary one) {
    one.deploy("{policy: Retain}");
    var uid = one.uid(ConfigMap.class, "kept");

    one.deploy("{dropped: true}");

    assertEquals(uid, one.uid(ConfigMap.class, "kept"));
    one.delete();
    one.awaitGone();
    assertEquals(uid, one.uid(ConfigMap.class, "kept"));
  }

  @Test
  void keepsWhatAFailedInstallationMade(TestPrimary one) {
    one.apply("{policy: Retain, port: 70000}");
    one.awaitReason("ReleaseFailed", "InstallError", "70000");
    var uid = one.uid(ConfigMap.class, "kept");

    one.deploy("{policy: Retain}");
    assertEquals(uid, one.uid(ConfigMap.class, "kept"));
    one.delete();
    one.awaitGone();
    assertNotNull(one.get(ConfigMap.class, "kept"));
  }
}
