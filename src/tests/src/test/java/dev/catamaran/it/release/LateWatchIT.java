package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.faults.Calls;
import dev.catamaran.faults.Fault;
import dev.catamaran.faults.FaultProxy;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The watch of the workloads is late, so memory is older than what an upgrade wrote. */
class LateWatchIT {
  /** Spec before, and one whose pods cannot run. */
  private static final Map<String, List<String>> ROWS =
      Map.of(
          "adds", List.of("{}", "{place: nowhere}"),
          "drops", List.of("{place: nowhere, node: simulated-1}", "{place: nowhere}"),
          "stateful", List.of("{kind: StatefulSet}", "{kind: StatefulSet, place: nowhere}"));

  static Stream<Duration> delays() {
    return Stream.of(Duration.ofMillis(100), Duration.ofMillis(300));
  }

  @ParameterizedTest
  @MethodSource("delays")
  void neverPassesAnUpgradeToPodsThatCannotRun(Duration delay, TestNamespace namespace) {
    try (var proxy = FaultProxy.before(namespace.cluster())) {
      proxy.inject(
          new Fault.LateEvents(delay), Calls.at("/(deployments|statefulsets)").by("watch"));
      var options =
          new String[] {"wait: true", "timeout: 6s", "remediation: {retries: 0}", "drift: warn"};
      namespace.operate(
          proxy.identity(namespace.identity()),
          Watching.chart("Widget", workload(), options)
              .and("Gadget", TestChart.named("after").configMap("it", "is", "there").path()),
          Duration.ofSeconds(2));
      var rows = List.of("adds", "drops", "stateful");
      rows.forEach(row -> namespace.apply("Widget", row, before(row)));
      rows.forEach(row -> namespace.awaitReady("Widget", row));
      var passed = ConcurrentHashMap.<String>newKeySet();

      try (var watch =
          namespace.primaries("Widget").inNamespace(namespace.name()).inform(new Ready(passed))) {
        for (var row : rows) {
          namespace.apply("Widget", row, after(row));
        }
        for (var row : rows) {
          namespace.awaitNewestRevision(row, "3 deployed");
          namespace.awaitReason("Widget", row, "Stalled", "RetriesExceeded");
        }
        assertTrue(watch.isWatching());
      }

      assertEquals(Set.of(), passed, "ready although its pods cannot run");
    }
  }

  @ParameterizedTest
  @MethodSource("delays")
  void isNotReadyBeforeItsNewPodsAre(Duration delay, TestNamespace namespace) {
    try (var proxy = FaultProxy.before(namespace.cluster())) {
      proxy.inject(
          new Fault.LateEvents(delay), Calls.at("/(deployments|statefulsets)").by("watch"));
      namespace.operate(
          proxy.identity(namespace.identity()),
          Watching.chart("Widget", workload(), "drift: ignore")
              .and("Gadget", TestChart.named("after").configMap("it", "is", "there").path()),
          Duration.ofSeconds(2));
      var rows = List.of("adds", "drops", "stateful");
      rows.forEach(row -> namespace.apply("Widget", row, before(row)));
      rows.forEach(row -> namespace.awaitReady("Widget", row));
      var passed = ConcurrentHashMap.<String>newKeySet();

      try (var watch =
          namespace.primaries("Widget").inNamespace(namespace.name()).inform(new Ready(passed))) {
        for (var row : rows) {
          namespace.apply("Widget", row, after(row));
          dependOn(namespace, row);
        }
        for (var row : rows) {
          namespace.awaitRevisions(row, "1 superseded", "2 deployed");
          eventually(
              () -> {
                var message =
                    namespace.condition("Widget", row, "Ready").getOrDefault("message", "");
                assertTrue(message.contains("not all"), message);
              });
        }
        assertTrue(watch.isWatching());
      }

      assertEquals(Set.of(), passed, "ready although its pods cannot run");
      for (var row : rows) {
        assertEquals(List.of(), namespace.revisions("after-" + row), "what depends on " + row);
      }
    }
  }

  private static void dependOn(TestNamespace namespace, String row) {
    var after =
        """
        apiVersion: test.catamaran.dev/v1
        kind: Gadget
        metadata:
          name: after-%1$s
          namespace: %2$s
          annotations: {catamaran.dev/depends-on: "Widget.test.catamaran.dev/%1$s"}
        spec: {}
        """
            .formatted(row, namespace.name());
    namespace
        .client()
        .resource(Serialization.unmarshal(after, GenericKubernetesResource.class))
        .create();
  }

  private static String before(String row) {
    return Objects.requireNonNull(ROWS.get(row)).getFirst();
  }

  private static String after(String row) {
    return Objects.requireNonNull(ROWS.get(row)).getLast();
  }

  /** Collects the primaries that are ready at their second generation. */
  private record Ready(Set<String> names)
      implements ResourceEventHandler<GenericKubernetesResource> {
    @Override
    public void onAdd(GenericKubernetesResource now) {
      look(now);
    }

    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource now) {
      look(now);
    }

    @Override
    public void onDelete(GenericKubernetesResource last, boolean unknown) {}

    private void look(GenericKubernetesResource now) {
      List<Map<String, Object>> conditions = now.get("status", "conditions");
      if (Objects.equals(now.get("status", "observedGeneration"), 2)
          && conditions.stream()
              .anyMatch(c -> "Ready".equals(c.get("type")) && "True".equals(c.get("status")))) {
        names.add(now.getMetadata().getName());
      }
    }
  }

  private static Path workload() {
    return TestChart.named("workload")
        .values("{kind: Deployment}")
        .template(
            "it.yaml",
            """
            apiVersion: apps/v1
            kind: {{ .Values.kind }}
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              selector: {matchLabels: {app: "{{ .Release.Name }}"}}
              template:
                metadata: {labels: {app: "{{ .Release.Name }}"}}
                spec:
                  {{- with .Values.node }}
                  nodeName: {{ . }}
                  {{- end }}
                  {{- with .Values.place }}
                  nodeSelector: {place: {{ . }}}
                  {{- end }}
                  containers: [{name: main, image: main}]
            """)
        .path();
  }
}
