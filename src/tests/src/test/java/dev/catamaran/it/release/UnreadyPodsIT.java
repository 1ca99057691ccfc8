package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Ready says why the first pod does not run, and asks for it only while something may change. */
class UnreadyPodsIT {
  private static final Duration PERIOD = Duration.ofSeconds(2);

  /** Releases that are ready beside ten, and a tenth of them, that are not. */
  private static final int READY = Integer.getInteger("rest.ready", 10);

  @Test
  void tellsWhyAContainerDoesNotRun(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", web()), PERIOD);
    var one = namespace.widget("one").deploy("{}");

    report(one, "state: {waiting: {reason: ImagePullBackOff, message: no such image}}");
    one.awaitReason(
        "Ready", "Progressing", "not all replicas are ready: container main: ImagePullBackOff: no");

    report(
        one,
        "state: {waiting: {reason: CrashLoopBackOff, message: back-off 10s}}, lastState:"
            + " {terminated: {exitCode: 3, reason: Error, message: bad flag}}");
    one.awaitReason(
        "Ready", "Progressing", "container main: CrashLoopBackOff after exit code 3 (Error): bad");

    report(one, "state: {running: {}, waiting: null}, lastState: null");
    one.awaitReady();
  }

  @Test
  void tellsWhyAPodIsNotScheduled(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", web()), PERIOD);
    var one = namespace.widget("one").apply("{place: nowhere}");

    one.awaitReason("Ready", "Progressing", "not scheduled: 0/");
  }

  @Test
  void tellsWhyTheClaimOfAPodIsNotBound(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", store()), PERIOD);
    var one = namespace.widget("one").apply("{}");

    one.awaitReason("Ready", "Progressing", "unbound immediate PersistentVolumeClaims");
    one.awaitMessage("Ready", "; claim data-one-0: ", "no storage class is set");
  }

  /** What is told stays as it is, so nothing is asked, nor written. */
  @Test
  void sendsNoRequestsWhilePodsStayAsTheyAre(TestNamespace namespace) {
    var requests = RequestLog.of(namespace.identity());
    var operator = namespace.operate(Watching.chart("Widget", web()), PERIOD);
    var unready = widgets(namespace, "u", 10 + READY / 10);
    var all = Stream.concat(unready.stream(), widgets(namespace, "r", READY).stream()).toList();
    all.forEach(each -> each.apply(unready.contains(each) ? "{place: nowhere}" : "{}"));
    unready.forEach(each -> each.awaitReason("Ready", "Progressing", "not scheduled: 0/"));
    all.subList(unready.size(), all.size()).forEach(each -> each.awaitReason("Ready", "AllReady"));

    Rest.ofOperator(
        requests, Duration.ofSeconds(10), () -> operator.passes("Widget"), 3 * all.size());
  }

  private static List<TestPrimary> widgets(TestNamespace namespace, String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> namespace.widget(prefix + i)).toList();
  }

  /** Reports the state of a container as the kubelet of its node would. */
  private static void report(TestPrimary one, String state) {
    boolean isReady = state.startsWith("state: {running");
    var status =
        """
        ---
        {status: {
          conditions: [{type: Ready, status: "%1$s"}, {type: ContainersReady, status: "%1$s"}],
          containerStatuses: [{name: main, image: main, imageID: "", restartCount: 0, ready: %3$s, %2$s}]}}
        """
            .formatted(isReady ? "True" : "False", state, isReady);
    var patch = Serialization.asJson(Serialization.unmarshal(status, Map.class));
    eventually(
        () -> {
          var pods = one.namespace().list(Pod.class);
          assertFalse(pods.isEmpty());
          for (var pod : pods) {
            assertEquals("Running", pod.getStatus().getPhase());
            one.client()
                .resource(pod)
                .subresource("status")
                .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), patch);
          }
        });
  }

  private static Path web() {
    return TestChart.named("web")
        .values("{place: ''}")
        .template(
            "web.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              selector: {matchLabels: {app: "{{ .Release.Name }}"}}
              template:
                metadata: {labels: {app: "{{ .Release.Name }}"}}
                spec:
                  {{- with .Values.place }}
                  nodeSelector: {place: {{ . }}}
                  {{- end }}
                  containers: [{name: main, image: main}]
            """)
        .path();
  }

  private static Path store() {
    return TestChart.named("store")
        .template(
            "store.yaml",
            """
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              serviceName: store
              selector: {matchLabels: {app: store}}
              template:
                metadata: {labels: {app: store}}
                spec: {containers: [{name: main, image: main}]}
              volumeClaimTemplates:
              - metadata: {name: data}
                spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Mi}}}
            """)
        .path();
  }
}
