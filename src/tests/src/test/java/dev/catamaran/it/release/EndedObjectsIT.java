package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.SideBySide;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.testkit.TestedOperator;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.function.Executable;

/** What has done its work is not missing when a cleaner deletes it. */
class EndedObjectsIT {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final String RUNNING = "{place: nowhere}";

  @SideBySide
  void runsAJobOnceForEachRevision(TestPrimary one) {
    var operator = one.operate(job("ttlSecondsAfterFinished: 1"), PERIOD);
    var jobs = ConcurrentHashMap.<String>newKeySet();
    try (var watch =
        one.client()
            .batch()
            .v1()
            .jobs()
            .inNamespace(one.namespace().name())
            .inform(new Seen(jobs))) {
      one.apply("{}");
      awaitGone(one, jobs, 1);
      assertRests(operator, one, jobs, 1);

      operator.stop();
      operator.start();
      assertRests(operator, one, jobs, 1);

      one.apply("{color: red}");
      awaitGone(one, jobs, 2);
      one.awaitReady();
      assertRests(operator, one, jobs, 2);
      one.awaitRevisions("1 superseded", "2 deployed");
      assertTrue(watch.isWatching());
    }
  }

  @SideBySide
  void doesNotRunAJobAgainThatACleanerDeletes(TestPrimary one) {
    var operator = one.operate(job("backoffLimit: 1"), PERIOD);
    one.deploy("{}");

    one.delete(Job.class, "");
    one.awaitGone(Job.class, "");
    duringPassesAndAfterARestart(operator, () -> assertNull(one.get(Job.class, "")));
  }

  @SideBySide
  void runsAJobAgainThatAPersonDeletesBeforeItsEnd(TestPrimary one) {
    one.operate(job("ttlSecondsAfterFinished: 1"), PERIOD);
    one.apply(RUNNING);
    one.awaitReason("Ready", "Progressing");
    var before = one.uid(Job.class, "");

    one.delete(Job.class, "");

    eventually(() -> assertNotEquals(before, one.uid(Job.class, "")));
    assertEquals("False", one.condition("Ready").get("status"));
  }

  @SideBySide
  void aFailedJobStaysAFailureAfterItsDeletion(TestPrimary one) {
    var operator = one.operate(job("ttlSecondsAfterFinished: 1, activeDeadlineSeconds: 1"), PERIOD);
    one.apply(RUNNING);
    one.awaitRevisions("1 deployed");
    one.awaitGone(Job.class, "");

    one.awaitReason("Ready", "Progressing", "Job was active longer than specified deadline");
    duringPassesAndAfterARestart(
        operator,
        () -> {
          assertNull(one.get(Job.class, ""));
          assertEquals("False", one.condition("Ready").get("status"));
        });
    one.awaitReason("Ready", "Progressing", "Job was active longer than specified deadline");
  }

  @SideBySide
  void leavesOtherWorkThatIsDone(TestPrimary one) {
    var operator = one.operate(otherWork(), PERIOD);
    var gadget = one.part("Gadget", "");
    one.apply("{}");
    one.awaitRevisions("1 deployed");
    eventually(() -> one.existing(Pod.class, ""));
    gadget.mergeStatus("{\"status\":{\"completionTime\":\"2026-01-01T00:00:00Z\"}}");
    one.client()
        .pods()
        .inNamespace(one.namespace().name())
        .withName("one")
        .subresource("status")
        .patch("{\"status\":{\"phase\":\"Succeeded\"}}");
    one.awaitValue(Pod.class, "", "status.phase", "Succeeded");
    one.awaitReady();

    one.delete(Pod.class, "");
    gadget.delete();
    duringPassesAndAfterARestart(
        operator,
        () -> {
          assertNull(one.get(Pod.class, ""));
          assertNull(gadget.primary());
          assertEquals("True", one.condition("Ready").get("status"));
          assertEquals(Map.of(), one.condition("Drifted"));
        });
  }

  private static void duringPassesAndAfterARestart(TestedOperator operator, Executable holds) {
    Rest.during(() -> operator.passes("Widget"), 2, holds);
    operator.stop();
    operator.start();
    Rest.during(() -> operator.passes("Widget"), 2, holds);
  }

  private static void awaitGone(TestPrimary one, Set<String> jobs, int number) {
    eventually(
        () -> {
          assertEquals(number, jobs.size());
          assertNull(one.get(Job.class, ""));
        });
  }

  private static void assertRests(
      TestedOperator operator, TestPrimary one, Set<String> jobs, int number) {
    Rest.during(() -> operator.passes("Widget"), 2, () -> assertNull(one.get(Job.class, "")));
    assertEquals(number, jobs.size(), "runs of the job");
    assertEquals("True", one.condition("Ready").get("status"));
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

  private static Watching job(String options) {
    return Watching.chart(
        "Widget",
        TestChart.named("job")
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
            .path());
  }

  private static Watching otherWork() {
    return Watching.chart(
        "Widget",
        TestChart.named("work")
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
            .path());
  }
}
