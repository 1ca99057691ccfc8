package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.manifest.Manifest;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndingsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          true  | batch/v1 | Job | status: {conditions: [{type: Complete, status: 'True'}]}
          true  | batch/v1 | Job | status: {conditions: [{type: Failed, status: 'True'}]}
          false | batch/v1 | Job | status: {conditions: [{type: FailureTarget, status: 'True'}]}
          false | batch/v1 | Job | spec: {suspend: true, ttlSecondsAfterFinished: 1}
          false | batch/v1 | CronJob | status: {lastSuccessfulTime: '2026-03-01T12:00:00Z'}
          true  | v1 | Pod | status: {phase: Succeeded}
          true  | v1 | Pod | spec: {restartPolicy: Never}, status: {phase: Failed}
          true  | v1 | Pod | spec: {restartPolicy: Never}, status: {phase: Failed, reason: DeadlineExceeded}
          false | v1 | Pod | spec: {restartPolicy: Never}, status: {phase: Failed, reason: Evicted}
          false | v1 | Pod | spec: {restartPolicy: Always}, status: {phase: Failed}
          false | v1 | Pod | status: {phase: Running}
          false | v1 | ConfigMap | data: {completionTime: now}
          true  | certificates.k8s.io/v1 | CertificateSigningRequest | status: {certificate: abc}
          true  | certificates.k8s.io/v1 | CertificateSigningRequest | status: {conditions: [{type: Denied, status: 'True'}]}
          false | certificates.k8s.io/v1 | CertificateSigningRequest | status: {conditions: [{type: Approved, status: 'True'}]}
          true  | argoproj.io/v1alpha1 | Workflow | status: {phase: Failed, finishedAt: '2026-03-01T12:00:00Z'}
          false | argoproj.io/v1alpha1 | Workflow | status: {phase: Running, finishedAt: null}
          true  | tekton.dev/v1 | TaskRun | status: {completionTime: '2026-03-01T12:00:00Z'}
          true  | jobset.x-k8s.io/v1 | JobSet | spec: {ttlSecondsAfterFinished: 5}, status: {conditions: [{type: Completed, status: 'True'}]}
          false | operators.coreos.com/v1alpha1 | ClusterServiceVersion | status: {phase: Succeeded}
          """)
  void areToldByTheObject(boolean isOver, String apiVersion, String kind, String rest)
      throws IOException {
    assertEquals(
        isOver,
        Endings.isOver(yaml("apiVersion: %s, kind: %s, %s".formatted(apiVersion, kind, rest))));
  }

  private static JsonNode yaml(String fields) throws IOException {
    return new YAMLMapper().readTree("{" + fields + "}");
  }

  @Test
  void comeToATokenAtItsTime() {
    assertFalse(isShortLived("stringData: {expiration: '2026-03-01T12:00:01Z'}"));
    assertTrue(isShortLived("stringData: {expiration: '2026-03-01T11:59:59Z'}"));
    assertTrue(isShortLived("data: {expiration: MjAyNi0wMy0wMVQxMTo1OTo1OVo=}"));
    assertFalse(isShortLived("stringData: {expiration: never}"));
    assertFalse(isShortLived("data: {}"));
  }

  /** A custom kind may have the name of a built-in one. */
  @ParameterizedTest
  @CsvSource({"v1, true", "events.k8s.io/v1, true", "eventing.example.com/v1, false"})
  void comeToEventsOfKubernetesAlone(String apiVersion, boolean isShortLived) {
    var event = "{apiVersion: %s, kind: Event, metadata: {name: a}}".formatted(apiVersion);
    assertEquals(isShortLived, isShortLivedObject(event));
  }

  private static boolean isShortLived(String content) {
    return isShortLivedObject(
        "{apiVersion: v1, kind: Secret, metadata: {name: a}, type: bootstrap.kubernetes.io/token, %s}"
            .formatted(content));
  }

  private static boolean isShortLivedObject(String object) {
    return Endings.isShortLived(Manifest.of(object).readable().getFirst(), NOW);
  }
}
