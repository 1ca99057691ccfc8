package dev.catamaran.it.release;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
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
                      """)
                  .path()));

  /** A misspelt class, whose claim got no volume. */
  @Test
  void makesAClaimWithoutAVolumeAnewForACorrectedSpec(TestPrimary one) {
    one.apply("{class: gorws, port: 70000}");
    one.awaitReason("ReleaseFailed", "InstallError", "70000");

    one.apply("{class: grows, port: 80}");

    one.awaitValue(PersistentVolumeClaim.class, "data", "spec.storageClassName", "grows");
    one.awaitStatus("Deployed", "True");
  }
}
