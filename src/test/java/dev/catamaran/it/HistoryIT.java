package dev.catamaran.it;

import static dev.catamaran.testcluster.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(InNamespace.class)
class HistoryIT {

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
  void keepsAsManyRevisionsAsTheWatchSays(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", ports(), "maxHistory: 3"));

    deploy(namespace, 5);

    assertEquals(List.of("3 superseded", "4 superseded", "5 deployed"), namespace.revisions("one"));
  }

  @Test
  void supersedesWhatHelmLeftDeployed(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", ports()));
    deploy(namespace, 2);

    // Helm only logs it when it cannot mark the revision before.
    StoredRelease.mark(namespace, "one", 1, "deployed");

    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
  }

  @Test
  void boundsFailuresToo(TestNamespace namespace) {
    namespace.operate(
        Watching.chart("Widget", ports(), "maxHistory: 2", "remediation: {upgrade: retry}"));
    deploy(namespace, 1);

    namespace.apply("Widget", "one", "{port: 99999}");

    eventually(() -> assertTrue(namespace.revisions("one").getLast().startsWith("4 failed")));
    // The one that runs is never dropped.
    eventually(
        () ->
            assertEquals(
                List.of("1 deployed", "3 failed", "4 failed"), namespace.revisions("one")));
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
