package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests of a user by annotations of a primary. */
@RealNode
class RequestIT {

  @BeforeEach
  void install(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", TestChart.breakable()));
    namespace.deploy("Widget", "one", "{color: red}");
  }

  @Test
  void changesNothingDuringAPause(TestNamespace namespace) {
    namespace.annotate("Widget", "one", "catamaran.dev/pause", "true");
    namespace.awaitReason("Widget", "one", "Paused", "PauseReconcileAnnotationTrue");
    namespace.patch("Widget", "one", "{spec: {color: green}}");
    namespace.delete(ConfigMap.class, "one-colors");
    throughout(
        Duration.ofSeconds(3),
        () -> {
          assertEquals(Map.of(), namespace.data("one-colors"));
          assertEquals(List.of("1 deployed"), namespace.revisions("one"));
        });

    namespace.annotate("Widget", "one", "catamaran.dev/pause", null);

    eventually(() -> assertEquals(Map.of("color", "green"), namespace.data("one-colors")));
    eventually(() -> assertEquals(Map.of(), namespace.condition("Widget", "one", "Paused")));
  }

  @Test
  void keepsADeletedPrimaryDuringAPause(TestNamespace namespace) {
    namespace.annotate("Widget", "one", "catamaran.dev/pause", "true");
    namespace.delete("Widget", "one");
    throughout(
        Duration.ofSeconds(2),
        () -> {
          assertNotNull(namespace.primary("Widget", "one"));
          assertEquals(Map.of("color", "red"), namespace.data("one-colors"));
        });

    namespace.annotate("Widget", "one", "catamaran.dev/pause", null);

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
  }

  @Test
  void createsOneRevisionForEachToken(TestNamespace namespace) {
    namespace.annotate("Widget", "one", "catamaran.dev/reconcile-at", "noon");
    eventually(
        () -> assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one")));
    namespace.annotate("Widget", "one", "catamaran.dev/reconcile-at", null);
    namespace.annotate("Widget", "one", "catamaran.dev/reconcile-at", "noon");
    throughout(Duration.ofSeconds(2), () -> assertEquals(2, namespace.revisions("one").size()));

    namespace.annotate("Widget", "one", "catamaran.dev/reconcile-at", "evening");

    eventually(() -> assertEquals("3 deployed", namespace.revisions("one").getLast()));
  }

  @Test
  void rollsBackUntilTheAnnotationIsRemoved(TestNamespace namespace) {
    namespace.patch("Widget", "one", "{spec: {color: green}}");
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    assertEquals(Map.of("color", "green"), namespace.data("one-colors"));

    namespace.annotate("Widget", "one", "catamaran.dev/rollback-to", "1");
    eventually(() -> assertEquals(Map.of("color", "red"), namespace.data("one-colors")));
    namespace.awaitRevisions("one", "1 superseded", "2 superseded", "3 deployed");
    namespace.awaitReady("Widget", "one");
    namespace.delete(ConfigMap.class, "one-colors");
    eventually(() -> assertEquals(Map.of("color", "red"), namespace.data("one-colors")));
    assertEquals("3 deployed", namespace.revisions("one").getLast());

    namespace.annotate("Widget", "one", "catamaran.dev/rollback-to", null);
    eventually(() -> assertEquals(Map.of("color", "green"), namespace.data("one-colors")));
    namespace.awaitNewestRevision("one", "4 deployed");
  }

  @Test
  void listsTheRevisionsWhenTheRequestedOneIsMissing(TestNamespace namespace) {
    namespace.annotate("Widget", "one", "catamaran.dev/rollback-to", "7");

    eventually(
        () ->
            assertEquals(
                "revision 7 is not kept; the release has revisions 1",
                namespace.condition("Widget", "one", "Stalled").get("message")));
  }

  @Test
  void reportsAnInvalidValueAndStillDeletes(TestNamespace namespace) {
    namespace.annotate("Widget", "one", "helm.sdk.operatorframework.io/upgrade-force", "perhaps");
    eventually(
        () ->
            assertEquals(
                "annotation helm.sdk.operatorframework.io/upgrade-force: \"perhaps\" must be true or false",
                namespace.condition("Widget", "one", "Stalled").get("message")));

    namespace.delete("Widget", "one");

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
  }
}
