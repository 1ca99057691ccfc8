package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import dev.catamaran.faults.Calls;
import dev.catamaran.faults.Fault;
import dev.catamaran.faults.FaultProxy;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@RealNode
class HistoryIT {
  private static final String SOON_AGAIN = "retry: {initial: 300ms, multiplier: 1, max: 300ms}";

  @Test
  void keepsTenRevisions(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", ports()));

    deploy(namespace, 13);

    var revisions = namespace.revisions("one");
    assertEquals(10, revisions.size(), revisions::toString);
    assertEquals("4 superseded", revisions.getFirst());
    assertEquals("13 deployed", revisions.getLast());
  }

  @Test
  void respectsMaxHistoryOfTheWatch(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", ports(), "maxHistory: 3"));

    deploy(namespace, 5);

    assertEquals(List.of("3 superseded", "4 superseded", "5 deployed"), namespace.revisions("one"));
  }

  @Test
  void supersedesAnOldDeployedRevision(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", ports()));
    deploy(namespace, 2);

    // Helm only logs a failure to mark the previous revision.
    StoredRelease.mark(namespace, "one", 1, "deployed");

    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
  }

  /** The operator removes the revision of a manual upgrade, but cannot create its own. */
  @Test
  void supersedesAnOldDeployedRevisionBeforeRemovalOfTheNewest(TestNamespace namespace) {
    var chart =
        TestChart.named("numbers")
            .configMap("numbers", "number", "{{ .Values.port | quote }}")
            .path();
    var watching = Watching.chart("Widget", chart);
    var operator = namespace.operate(watching);
    deploy(namespace, 2);
    operator.close();
    StoredRelease.mark(namespace, "one", 1, "deployed");
    new Helm(chart)
        .upgrade()
        .withName("one")
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .set("port", "3")
        .call();
    // The first revision has the same input.
    namespace.apply("Widget", "one", "{port: 1}");

    try (var proxy = FaultProxy.before(namespace.cluster())) {
      var refused = proxy.inject(Fault.answer(500), Calls.at("/secrets").by("create"));
      namespace.operate(proxy.identity(namespace.identity()), watching, Duration.ofHours(1));
      eventually(() -> assertTrue(refused.count() > 0));
      assertEquals(List.of("1 superseded", "2 superseded"), namespace.revisions("one"));
      proxy.heal();

      namespace.awaitReady("Widget", "one");
      assertEquals(
          List.of("1 superseded", "2 superseded", "3 deployed"), namespace.revisions("one"));
    }
  }

  @Test
  void limitsFailedRevisionsToo(TestNamespace namespace) {
    namespace.operate(
        Watching.chart(
            "Widget",
            ports(),
            "maxHistory: 2",
            "remediation: {upgrade: retry, retries: 2}",
            SOON_AGAIN));
    deploy(namespace, 1);

    namespace.apply("Widget", "one", "{port: 99999}");

    eventually(() -> assertTrue(namespace.revisions("one").getLast().startsWith("4 failed")));
    // The operator never removes the deployed revision. Repeated attempts count once.
    namespace.awaitRevisions("one", "1 deployed", "4 failed");
  }

  /** The API server fails to patch the ConfigMap. The cause is not the input: no retry counts. */
  @Test
  void keepsTheDeployedRevisionDespiteRepeatedApiErrors(TestNamespace namespace) {
    var watching =
        Watching.chart(
            "Widget",
            TestChart.named("numbers")
                .configMap("numbers", "number", "{{ .Values.port | quote }}")
                .path(),
            "maxHistory: 1",
            SOON_AGAIN);
    try (var proxy = FaultProxy.before(namespace.cluster())) {
      namespace.operate(proxy.identity(namespace.identity()), watching, Duration.ofHours(1));
      deploy(namespace, 1);
      var uid = uidOfFirst(namespace);
      var refused = proxy.inject(Fault.answer(500), Calls.at("/configmaps/").by("patch"));

      namespace.apply("Widget", "one", "{port: 2}");

      eventually(() -> assertTrue(refused.count() > 5));
      assertEquals(uid, uidOfFirst(namespace));
      proxy.heal();
      namespace.awaitReady("Widget", "one");
    }
  }

  private static String uidOfFirst(TestNamespace namespace) {
    return namespace.existing(Secret.class, "sh.helm.release.v1.one.v1").getMetadata().getUid();
  }

  private static void deploy(TestNamespace namespace, int times) {
    for (int i = 1; i <= times; i++) {
      namespace.apply("Widget", "one", "{port: %d}".formatted(i));
      namespace.awaitReady("Widget", "one");
    }
  }

  private static Path ports() {
    return TestChart.named("ports")
        .template(
            "service.yaml",
            """
            apiVersion: v1
            kind: Service
            metadata: {name: "{{ .Release.Name }}"}
            spec: {ports: [{name: main, port: {{ .Values.port }}}]}
            """)
        .path();
  }
}
