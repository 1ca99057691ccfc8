package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import dev.catamaran.faults.Calls;
import dev.catamaran.faults.Fault;
import dev.catamaran.faults.FaultProxy;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How many revisions stay, and which of them is the deployed one. */
@RealNode
class HistoryIT {
  private static final String SOON_AGAIN = "retry: {initial: 300ms, multiplier: 1, max: 300ms}";

  private static final Path NUMBERS =
      TestChart.named("numbers")
          .configMap("numbers", "number", "{{ .Values.port | quote }}")
          .template(
              "service.yaml",
              """
              {{- if gt (int .Values.port) 65535 }}
              apiVersion: v1
              kind: Service
              metadata: {name: "{{ .Release.Name }}"}
              spec: {type: NodePort, ports: [{port: 80, nodePort: {{ .Values.port }}}]}
              {{- end }}
              """)
          .path();

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart("Widget", NUMBERS)
              .and("Gadget", NUMBERS, "maxHistory: 3")
              .and(
                  "Gizmo",
                  NUMBERS,
                  "maxHistory: 2",
                  "remediation: {upgrade: retry, retries: 2}",
                  SOON_AGAIN));

  @Test
  void hasTenRevisions(TestPrimary one) {
    deploy(one, 13);

    var revisions = one.revisions();
    assertEquals(10, revisions.size(), revisions::toString);
    assertEquals("4 superseded", revisions.getFirst());
    assertEquals("13 deployed", revisions.getLast());
  }

  @Test
  void hasAsManyAsTheWatchSays(@OfKind("Gadget") TestPrimary one) {
    deploy(one, 5);

    assertEquals(List.of("3 superseded", "4 superseded", "5 deployed"), one.revisions());
  }

  @Test
  void supersedesAnOldDeployedRevision(TestPrimary one) {
    deploy(one, 2);

    // Helm only logs a failure to mark the previous revision.
    StoredRelease.mark(one.namespace(), one.name(), 1, "deployed");

    one.awaitRevisions("1 superseded", "2 deployed");
  }

  /** The operator removes the revision of a manual upgrade, but cannot create its own. */
  @Test
  void supersedesAnOldDeployedRevisionBeforeRemovalOfTheNewest(TestNamespace namespace) {
    var one = namespace.widget("one");
    try (var proxy = FaultProxy.before(namespace.cluster())) {
      var operator =
          namespace.operate(
              proxy.identity(namespace.identity()),
              Watching.chart("Widget", NUMBERS),
              Duration.ofHours(1));
      deploy(one, 2);
      operator.stop();
      StoredRelease.mark(namespace, "one", 1, "deployed");
      new Helm(NUMBERS)
          .upgrade()
          .withName("one")
          .withNamespace(namespace.name())
          .withKubeConfig(namespace.cluster().adminKubeconfig())
          .set("port", "3")
          .call();
      // The first revision has the same input.
      one.apply("{port: 1}");

      var refused = proxy.inject(Fault.answer(500), Calls.at("/secrets").by("create"));
      operator.start();
      eventually(() -> assertTrue(refused.count() > 0));
      assertEquals(List.of("1 superseded", "2 superseded"), one.revisions());
      proxy.heal();

      one.awaitReady();
      assertEquals(List.of("1 superseded", "2 superseded", "3 deployed"), one.revisions());
    }
  }

  @Test
  void limitsFailedRevisionsToo(@OfKind("Gizmo") TestPrimary one) {
    deploy(one, 1);

    one.apply("{port: 99999}");

    eventually(() -> assertTrue(one.revisions().getLast().startsWith("4 failed")));
    // The operator never removes the deployed revision. Repeated attempts count once.
    one.awaitRevisions("1 deployed", "4 failed");
  }

  /** The API server fails to patch the ConfigMap. The cause is not the input: no retry counts. */
  @Test
  void keepsTheDeployedRevisionDespiteRepeatedApiErrors(TestNamespace namespace) {
    var one = namespace.widget("one");
    var revision = "sh.helm.release.v1.one.v1";
    try (var proxy = FaultProxy.before(namespace.cluster())) {
      namespace.operate(
          proxy.identity(namespace.identity()),
          Watching.chart("Widget", NUMBERS, "maxHistory: 1", SOON_AGAIN),
          Duration.ofHours(1));
      deploy(one, 1);
      var uid = namespace.existing(Secret.class, revision).getMetadata().getUid();
      var refused = proxy.inject(Fault.answer(500), Calls.at("/configmaps/").by("patch"));

      one.apply("{port: 2}");

      eventually(() -> assertTrue(refused.count() > 5));
      assertEquals(uid, namespace.existing(Secret.class, revision).getMetadata().getUid());
      proxy.heal();
      one.awaitReady();
    }
  }

  private static void deploy(TestPrimary one, int times) {
    for (int i = 1; i <= times; i++) {
      one.deploy("{port: %d}".formatted(i));
    }
  }
}
