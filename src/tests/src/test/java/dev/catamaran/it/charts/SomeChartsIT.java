package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.ReleasePolicy;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testkit.TestedOperator;
import dev.catamaran.trial.Tampering;
import dev.catamaran.trial.Trial;
import dev.catamaran.trial.TrialChart;
import dev.catamaran.trial.TrialKinds;
import dev.catamaran.trial.Volumes;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * One operator takes unusual charts through the lifecycle of a release. The tests have a fixed
 * order. Each test starts from the final state of the previous test.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SomeChartsIT {
  private static final Duration PERIOD = Duration.ofMillis(500);
  private static final int VOLUMES = 6;
  private static final int AT_ONCE = 8;

  /** By policy of the chart, by Helm's rule for crds/, and by the rule for StatefulSet claims. */
  private static final Set<String> KEPT =
      Set.of(
          "ConfigMap/kept-archive",
          "PersistentVolumeClaim/kept-archive",
          "PersistentVolumeClaim/data-stateful-0",
          "PersistentVolumeClaim/data-stateful-1");

  private static final Set<String> SOME =
      Set.of(
          "cluster-wide", "hooks", "kept", "looks-up", "rights", "stateful", "three-deep", "web");

  private final ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
  private final Map<Trial, Map<String, JsonNode>> first = new ConcurrentHashMap<>();
  private TestNamespace namespace;
  private RequestLog requests;
  private TrialKinds kinds;
  private Volumes volumes;
  private TestedOperator operator;
  private List<Trial> trials;

  /** {@link ThirtyChartsIT} takes all of them. */
  Stream<TrialChart> charts() {
    return TrialChart.all().stream().filter(chart -> SOME.contains(chart.name()));
  }

  @BeforeAll
  void operate(TestNamespace classNamespace, @TempDir Path folder) throws IOException {
    namespace = classNamespace;
    requests = RequestLog.of(namespace.identity());
    kinds = TrialKinds.of(charts().toList(), namespace);
    volumes = Volumes.make(VOLUMES, namespace);
    ReleasePolicy.of(kinds.project(folder), namespace, namespace.identity());
    operator = namespace.operate(kinds.watching(), PERIOD);
    trials = kinds.trials();
  }

  @AfterAll
  void tidyUp() {
    workers.shutdownNow();
    operator.close();
    kinds.close();
    volumes.close();
  }

  @TestFactory
  @Order(1)
  Stream<DynamicTest> deploy() {
    trials.forEach(trial -> trial.apply("{step: one}"));
    return each(trial -> trial.awaitReady(1));
  }

  @Test
  @Order(2)
  void subchartsFollowConditionsTagsAndImports() {
    var objects = trial("three-deep").snapshot();
    var parent = "ConfigMap/three-deep-parent";
    assertEquals(
        Set.of(
            parent,
            "ConfigMap/three-deep-child",
            "ConfigMap/three-deep-grandchild",
            "ConfigMap/three-deep-greatgrandchild"),
        objects.keySet());
    assertEquals(
        "child:7001", Objects.requireNonNull(objects.get(parent)).at("/data/imported").asText());
  }

  @Test
  @Order(2)
  void sendNoRequestsWhileIdle() {
    // The autoscaler of this chart acts some seconds after the release is ready.
    eventually(() -> assertEquals(2, replicas("web")));
    trial("web").awaitReady(1);
    requests.awaitQuiet(Duration.ofSeconds(3), this::sent);
    requests.restart();
    var before = passes();

    Rest.until(() -> hasPassed(before, passes()), () -> assertEquals(List.of(), sent()));
  }

  @TestFactory
  @Order(3)
  Stream<DynamicTest> areRepaired() {
    return each(
        trial -> {
          first.put(trial, trial.snapshot());
          Tampering.with(trial);
          assertEquals(List.of("1 deployed"), trial.revisions());
        });
  }

  @TestFactory
  @Order(4)
  Stream<DynamicTest> areUpgraded() {
    return each(
        trial -> {
          var before = trial.manifest().keySet();
          trial.apply("{step: two}");
          trial.awaitReady(2);
          assertEquals(List.of("1 superseded", "2 deployed"), trial.revisions());
          before.removeAll(trial.manifest().keySet());
          eventually(
              () ->
                  before.forEach(
                      gone -> assertTrue(trial.object(gone).get() == null, gone::toString)));
        });
  }

  @Test
  @Order(5)
  void keepALookedUpPasswordDuringTheUpgrade() {
    var password = "Secret/looks-up-password";
    var trial = trial("looks-up");
    var before = Objects.requireNonNull(first.get(trial)).get(password);
    assertNotNull(before);
    assertEquals(before, trial.snapshot().get(password));
  }

  @TestFactory
  @Order(6)
  Stream<DynamicTest> areRolledBack() {
    return each(
        trial -> {
          trial.annotate("catamaran.dev/rollback-to", "1");
          trial.awaitHeld(3);
          assertEquals(List.of("1 superseded", "2 superseded", "3 deployed"), trial.revisions());
          assertEquals(first.get(trial), trial.snapshot());
        });
  }

  @TestFactory
  @Order(7)
  Stream<DynamicTest> areUninstalled() {
    trials.forEach(Trial::delete);
    return each(trial -> eventually(() -> assertTrue(trial.isGone())));
  }

  @Test
  @Order(8)
  void leaveOnlyKeptObjects() {
    var apis = kinds.apis();
    eventually(() -> assertEquals(KEPT, apis.all(this::isLeft)));
  }

  private Trial trial(String name) {
    return trials.stream().filter(trial -> trial.name().equals(name)).findFirst().orElseThrow();
  }

  private int replicas(String deployment) {
    return namespace.existing(Deployment.class, deployment).getSpec().getReplicas();
  }

  private boolean isLeft(HasMetadata object) {
    var meta = object.getMetadata();
    boolean here = namespace.name().equals(meta.getNamespace());
    boolean elsewhere = meta.getName().startsWith(namespace.name() + "-");
    return (here || elsewhere)
        && !Set.of("Event", "PersistentVolume").contains(object.getKind())
        && !Set.of("kube-root-ca.crt", "default", namespace.name() + "-operator")
            .contains(meta.getName());
  }

  /** The operator watches one namespace, so it reads what a chart makes elsewhere in each pass. */
  private List<RequestLog.Request> sent() {
    var elsewhere = namespace.name() + "-elsewhere";
    return requests.beyondUpkeep().stream()
        .filter(request -> request.isWrite() || !request.uri().contains(elsewhere))
        .toList();
  }

  /** The passes that have ended, by kind. */
  private Map<String, Long> passes() {
    return trials.stream()
        .map(trial -> trial.chart().kind())
        .collect(Collectors.toMap(kind -> kind, operator::passes));
  }

  private static boolean hasPassed(Map<String, Long> before, Map<String, Long> now) {
    return before.entrySet().stream()
        .allMatch(watch -> now.getOrDefault(watch.getKey(), 0L) > watch.getValue());
  }

  /** Runs {@code step} for all charts, some in parallel, and creates a test for each. */
  private Stream<DynamicTest> each(Consumer<Trial> step) {
    var running =
        trials.stream()
            .map(trial -> CompletableFuture.runAsync(() -> step.accept(trial), workers))
            .toList();
    return Stream.iterate(0, i -> i < running.size(), i -> i + 1)
        .map(i -> dynamicTest(trials.get(i).name(), () -> join(trials.get(i), running.get(i))));
  }

  private static void join(Trial trial, CompletableFuture<Void> running) {
    try {
      running.join();
    } catch (CompletionException e) {
      throw new AssertionError(trial.name() + ": " + e.getCause().getMessage(), e.getCause());
    }
  }
}
