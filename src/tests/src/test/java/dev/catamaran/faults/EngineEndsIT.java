package dev.catamaran.faults;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.Seed;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The engine is killed while the operator goes on. */
class EngineEndsIT {
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f");

  /** Simulated nodes start no container of this Job, so it never ends. */
  private static final String ENDLESS =
      """
      {{- if .Values.endless }}
      apiVersion: batch/v1
      kind: Job
      metadata:
        name: "{{ .Release.Name }}-endless"
        annotations: {helm.sh/hook: "pre-install,pre-upgrade", helm.sh/hook-delete-policy: before-hook-creation}
      spec:
        template:
          spec:
            nodeSelector: {no: node}
            restartPolicy: Never
            containers: [{name: main, image: none}]
      {{- end }}
      """;

  @Test
  void atAnyMomentWithoutALostObject(TestNamespace namespace) {
    var operator = namespace.launch(Watching.chart("Widget", chart()));
    var random = new Random(Seed.of(EngineEndsIT.class));
    all(namespace, "{color: first}");
    NAMES.forEach(name -> awaitColor(namespace, name, "first"));
    var before = identities(namespace);

    for (int round = 0; round < 6; round++) {
      var color = "round-" + round;
      all(namespace, "{color: " + color + "}");
      killAfter(Duration.ofMillis(random.nextInt(600)), operator);
      NAMES.forEach(name -> awaitColor(namespace, name, color));
    }
    assertEquals(before, identities(namespace), Seed::option);

    NAMES.forEach(name -> namespace.delete("Widget", name));
    killAfter(Duration.ofMillis(random.nextInt(600)), operator);
    NAMES.forEach(name -> eventually(() -> assertNull(namespace.primary("Widget", name))));
    NAMES.forEach(name -> assertEquals(List.of(), namespace.revisions(name)));
    eventually(() -> assertEquals(Map.of(), identities(namespace)));
    assertTrue(operator.isAlive());
  }

  @Test
  void twiceAtOneReleaseThatIsThenRefusedAloneUntilItIsCorrected(TestNamespace namespace) {
    var operator = namespace.launch(Watching.chart("Widget", chart()));
    namespace.apply("Widget", "one", "{color: red, endless: true}");
    awaitHook(namespace, "");
    var first = namespace.existing(Job.class, "one-endless").getMetadata().getUid();

    killAfter(Duration.ZERO, operator);
    awaitHook(namespace, first);
    namespace.apply("Widget", "a", "{color: red}");
    awaitColor(namespace, "a", "red");

    killAfter(Duration.ZERO, operator);
    eventually(
        () -> {
          var primary = String.valueOf(namespace.primary("Widget", "one"));
          assertTrue(
              primary.contains("ended twice at release " + namespace.name() + "/one"), primary);
        });
    namespace.apply("Widget", "a", "{color: blue}");
    awaitColor(namespace, "a", "blue");
    namespace.apply("Widget", "one", "{color: green}");
    awaitColor(namespace, "one", "green");
    assertTrue(operator.isAlive());
  }

  private static Path chart() {
    return TestChart.named("killed")
        .configMap("colors", "color", "{{ .Values.color }}")
        .template("endless.yaml", ENDLESS)
        .path();
  }

  private static void all(TestNamespace namespace, String spec) {
    NAMES.forEach(name -> namespace.apply("Widget", name, spec));
  }

  private static void awaitColor(TestNamespace namespace, String name, String color) {
    eventually(() -> assertEquals(Map.of("color", color), namespace.data(name + "-colors")));
    namespace.awaitReady("Widget", name);
  }

  private static void awaitHook(TestNamespace namespace, String other) {
    eventually(
        () -> {
          var job = namespace.get(Job.class, "one-endless");
          assertTrue(job != null && !job.getMetadata().getUid().equals(other));
        });
  }

  private static Map<String, String> identities(TestNamespace namespace) {
    return namespace
        .client()
        .resources(ConfigMap.class)
        .inNamespace(namespace.name())
        .list()
        .getItems()
        .stream()
        .filter(map -> map.getMetadata().getName().endsWith("-colors"))
        .collect(
            Collectors.toMap(
                map -> map.getMetadata().getName(), map -> map.getMetadata().getUid()));
  }

  /**
   * Kills after a time, so that it happens in different phases of the calls. After an earlier end,
   * the next call starts the engine.
   */
  private static void killAfter(Duration time, OperatorProcess operator) {
    LockSupport.parkNanos(time.toNanos());
    var process = ProcessHandle.of(operator.pid()).orElseThrow();
    eventually(() -> assertFalse(process.children().toList().isEmpty()));
    process.children().forEach(ProcessHandle::destroyForcibly);
  }
}
