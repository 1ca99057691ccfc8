package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.SideBySide;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.testkit.TestedOperator;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What has done its work is not missing when a cleaner deletes it. */
class EndedObjectsIT {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final String RUNNING = "{place: nowhere}";

  @SideBySide
  void runsAJobOnceForEachRevision(TestNamespace namespace) {
    var watching = Watching.chart("Widget", job("ttlSecondsAfterFinished: 1"));
    var first = namespace.operate(watching, PERIOD);
    var jobs = ConcurrentHashMap.<String>newKeySet();
    try (var watch =
        namespace
            .client()
            .batch()
            .v1()
            .jobs()
            .inNamespace(namespace.name())
            .inform(new Seen(jobs))) {
      namespace.apply("Widget", "one", "{}");
      awaitGone(namespace, jobs, 1);
      assertRests(first, namespace, jobs, 1);

      first.close();
      var second = namespace.operate(watching, PERIOD);
      assertRests(second, namespace, jobs, 1);

      namespace.apply("Widget", "one", "{color: red}");
      awaitGone(namespace, jobs, 2);
      namespace.awaitReady("Widget", "one");
      assertRests(second, namespace, jobs, 2);
      namespace.awaitRevisions("one", "1 superseded", "2 deployed");
      assertTrue(watch.isWatching());
    }
  }

  @SideBySide
  void doesNotRunAJobAgainThatACleanerDeletes(TestNamespace namespace) {
    var watching = Watching.chart("Widget", job("backoffLimit: 1"));
    var first = namespace.operate(watching, PERIOD);
    namespace.deploy("Widget", "one", "{}");

    namespace.delete(Job.class, "one");
    eventually(() -> assertNull(namespace.get(Job.class, "one")));
    assertStaysGone(first, namespace);

    first.close();
    assertStaysGone(namespace.operate(watching, PERIOD), namespace);
  }

  @SideBySide
  void runsAJobAgainThatAPersonDeletesBeforeItsEnd(TestNamespace namespace) {
    var watching = Watching.chart("Widget", job("ttlSecondsAfterFinished: 1"));
    namespace.operate(watching, PERIOD);
    namespace.apply("Widget", "one", RUNNING);
    namespace.awaitReason("Widget", "one", "Ready", "Progressing");
    var before = namespace.existing(Job.class, "one").getMetadata().getUid();

    namespace.delete(Job.class, "one");

    eventually(
        () -> assertNotEquals(before, namespace.existing(Job.class, "one").getMetadata().getUid()));
    assertEquals("False", namespace.condition("Widget", "one", "Ready").get("status"));
  }

  @SideBySide
  void aFailedJobStaysAFailureAfterItsDeletion(TestNamespace namespace) {
    var watching =
        Watching.chart("Widget", job("ttlSecondsAfterFinished: 1, activeDeadlineSeconds: 1"));
    var first = namespace.operate(watching, PERIOD);
    namespace.apply("Widget", "one", RUNNING);
    namespace.awaitRevisions("one", "1 deployed");
    eventually(() -> assertNull(namespace.get(Job.class, "one")));

    assertFailureStays(first, namespace);
    first.close();
    assertFailureStays(namespace.operate(watching, PERIOD), namespace);
  }

  private static void assertFailureStays(TestedOperator operator, TestNamespace namespace) {
    namespace.awaitReason(
        "Widget", "one", "Ready", "Progressing", "Job was active longer than specified deadline");
    assertStaysGone(operator, namespace);
    assertEquals("False", namespace.condition("Widget", "one", "Ready").get("status"));
  }

  @SideBySide
  void leavesOtherWorkThatIsDone(TestNamespace namespace) {
    var watching = Watching.chart("Widget", otherWork());
    var first = namespace.operate(watching, PERIOD);
    namespace.apply("Widget", "one", "{}");
    namespace.awaitRevisions("one", "1 deployed");
    eventually(() -> namespace.existing(Pod.class, "one"));
    finish(namespace);
    namespace.awaitReady("Widget", "one");

    namespace.delete(Pod.class, "one");
    namespace.delete("Gadget", "one");
    assertOtherWorkStaysGone(namespace, first);

    first.close();
    assertOtherWorkStaysGone(namespace, namespace.operate(watching, PERIOD));
  }

  private static void assertOtherWorkStaysGone(TestNamespace namespace, TestedOperator operator) {
    Rest.during(
        () -> operator.passes("Widget"),
        2,
        () -> {
          assertNull(namespace.get(Pod.class, "one"));
          assertNull(namespace.primary("Gadget", "one"));
        });
    assertEquals("True", namespace.condition("Widget", "one", "Ready").get("status"));
    assertEquals(Map.of(), namespace.condition("Widget", "one", "Drifted"));
  }

  private static void finish(TestNamespace namespace) {
    namespace.mergeStatus(
        "Gadget", "one", "{\"status\":{\"completionTime\":\"2026-01-01T00:00:00Z\"}}");
    namespace
        .client()
        .pods()
        .inNamespace(namespace.name())
        .withName("one")
        .subresource("status")
        .patch("{\"status\":{\"phase\":\"Succeeded\"}}");
    eventually(
        () ->
            assertEquals("Succeeded", namespace.existing(Pod.class, "one").getStatus().getPhase()));
  }

  private static void awaitGone(TestNamespace namespace, Set<String> jobs, int number) {
    eventually(
        () -> {
          assertEquals(number, jobs.size());
          assertNull(namespace.get(Job.class, "one"));
        });
  }

  private static void assertRests(
      TestedOperator operator, TestNamespace namespace, Set<String> jobs, int number) {
    assertStaysGone(operator, namespace);
    assertEquals(number, jobs.size(), "runs of the job");
    assertEquals("True", namespace.condition("Widget", "one", "Ready").get("status"));
  }

  private static void assertStaysGone(TestedOperator operator, TestNamespace namespace) {
    Rest.during(
        () -> operator.passes("Widget"), 2, () -> assertNull(namespace.get(Job.class, "one")));
  }

  private record Seen(Set<String> uids) implements ResourceEventHandler<Job> {
    @Override
    public void onAdd(Job now) {
      uids.add(Objects.requireNonNull(now.getMetadata().getUid()));
    }

    @Override
    public void onUpdate(Job before, Job now) {}

    @Override
    public void onDelete(Job last, boolean unknown) {}
  }

  private static Path job(String options) {
    return TestChart.named("job")
        .values("{color: blue}")
        .configMap("colors", "color", "{{ .Values.color }}")
        .template(
            "job.yaml",
            """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: "{{ .Release.Name }}"}
            spec:
            %s
              template:
                spec:
                  restartPolicy: Never
                  {{- with .Values.place }}
                  nodeSelector: {place: {{ . }}}
                  {{- end }}
                  containers: [{name: main, image: main}]
            """
                .formatted(options.replace(", ", "\n").indent(2).stripTrailing()))
        .path();
  }

  private static Path otherWork() {
    return TestChart.named("work")
        .template(
            "work.yaml",
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              restartPolicy: Never
              nodeSelector: {place: nowhere}
              containers: [{name: main, image: main}]
            ---
            apiVersion: test.catamaran.dev/v1
            kind: Gadget
            metadata: {name: "{{ .Release.Name }}"}
            spec: {}
            """)
        .path();
  }
}
