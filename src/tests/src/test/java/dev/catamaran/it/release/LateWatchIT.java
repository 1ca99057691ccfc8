package dev.catamaran.it.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.faults.Calls;
import dev.catamaran.faults.Fault;
import dev.catamaran.faults.FaultProxy;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** The watch of the workloads is late, so memory is older than what an upgrade wrote. */
class LateWatchIT {
  /** Spec before, and one whose pods cannot run. */
  private static final Map<String, List<String>> ROWS =
      Map.of(
          "adds", List.of("{}", "{place: nowhere}"),
          "drops", List.of("{place: nowhere, node: simulated-1}", "{place: nowhere}"),
          "stateful", List.of("{kind: StatefulSet}", "{kind: StatefulSet, place: nowhere}"));

  @Test
  void neverPassesAnUpgradeToPodsThatCannotRun(TestNamespace namespace) {
    var options =
        new String[] {"wait: true", "timeout: 6s", "remediation: {retries: 0}", "drift: warn"};
    whileTheWatchIsLate(
        namespace,
        options,
        () -> {
          for (var row : ROWS.keySet()) {
            namespace.awaitNewestRevision(row, "3 deployed");
            namespace.awaitReason("Widget", row, "Stalled", "RetriesExceeded");
          }
        });
  }

  @Test
  void isNotReadyBeforeItsNewPodsAre(TestNamespace namespace) {
    whileTheWatchIsLate(
        namespace,
        new String[] {"drift: ignore"},
        () -> {
          for (var row : ROWS.keySet()) {
            namespace.awaitRevisions(row, "1 superseded", "2 deployed");
            namespace.widget(row).awaitMessage("Ready", "not all");
          }
        });
    for (var row : ROWS.keySet()) {
      assertEquals(List.of(), namespace.revisions("after-" + row), "what depends on " + row);
    }
  }

  /** The collector takes the objects of the primary before the operator learns of its deletion. */
  @Test
  void makesNothingAgainForAPrimaryThatIsBeingDeleted(TestNamespace namespace) {
    try (var proxy = FaultProxy.before(namespace.cluster())) {
      proxy.inject(new Fault.LateEvents(Duration.ofSeconds(3)), Calls.at("/widgets").by("watch"));
      namespace.operate(
          proxy.identity(namespace.identity()),
          Watching.chart(
              "Widget", TestChart.named("colored").configMap("colors", "color", "blue").path()),
          Duration.ofSeconds(2));
      var one = namespace.widget("one");
      one.deploy("{}");
      var creations = Calls.at("/configmaps").by("create");
      var before = proxy.seen(creations);

      one.delete(DeletionPropagation.FOREGROUND);
      one.awaitGone(ConfigMap.class, "colors");

      one.awaitGone();
      assertEquals(before, proxy.seen(creations));
    }
  }

  /** Gives each row its second spec, and a primary that depends on it. */
  private static void whileTheWatchIsLate(
      TestNamespace namespace, String[] options, Runnable wait) {
    try (var proxy = FaultProxy.before(namespace.cluster())) {
      proxy.inject(
          new Fault.LateEvents(Duration.ofMillis(300)),
          Calls.at("/(deployments|statefulsets)").by("watch"));
      namespace.operate(
          proxy.identity(namespace.identity()),
          Watching.chart("Widget", workload(), options)
              .and("Gadget", TestChart.named("after").configMap("it", "is", "there").path()),
          Duration.ofSeconds(2));
      ROWS.forEach((row, specs) -> namespace.apply("Widget", row, specs.getFirst()));
      ROWS.keySet().forEach(row -> namespace.awaitReady("Widget", row));
      var passed = ConcurrentHashMap.<String>newKeySet();

      try (var watch =
          namespace.primaries("Widget").inNamespace(namespace.name()).inform(new Ready(passed))) {
        ROWS.forEach(
            (row, specs) -> {
              namespace.apply("Widget", row, specs.getLast());
              namespace.load(AFTER.replace("ROW", row));
            });
        wait.run();
        assertTrue(watch.isWatching());
      }
      assertEquals(Set.of(), passed, "ready although its pods cannot run");
    }
  }

  private static final String AFTER =
      """
      apiVersion: test.catamaran.dev/v1
      kind: Gadget
      metadata:
        name: after-ROW
        annotations: {catamaran.dev/depends-on: "Widget.test.catamaran.dev/ROW"}
      spec: {}
      """;

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
