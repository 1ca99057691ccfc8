package dev.catamaran.it;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(InNamespace.class)
class RandomCrashIT {
  private static final int PRIMARIES = 10;
  private static final int CRASHES = 5;
  private static final int LONGEST_RUN_MILLIS = 3000;

  @Test
  void convergesAfterDeathAtRandomMoments(TestNamespace namespace) {
    long seed = Long.getLong("catamaran.test.seed", System.nanoTime());
    System.out.println("repeat with -Dcatamaran.test.seed=" + seed);
    var random = new Random(seed);
    var wanted = new TreeMap<String, Integer>();
    // The name of one object follows the step, so that a step left half done leaves an orphan.
    var chart =
        TestChart.named("random")
            .configMap("fixed", "step", "\"{{ .Values.step }}\"")
            .configMap("step-{{ .Values.step }}", "step", "\"{{ .Values.step }}\"")
            .path();
    var watching = Watching.chart("Widget", chart);

    for (int crash = 1; crash <= CRASHES; crash++) {
      change(namespace, random, wanted, crash);
      var operator = namespace.launch(watching);
      operator.awaitLog("Reconciling test.catamaran.dev/v1, Kind=Widget");
      operator.killAfter(Duration.ofMillis(random.nextInt(LONGEST_RUN_MILLIS)));
      System.out.println("killed; " + statuses(namespace));
    }
    namespace.launch(watching);

    await().atMost(Duration.ofMinutes(3)).untilAsserted(() -> assertConverged(namespace, wanted));
  }

  private static void change(
      TestNamespace namespace, Random random, Map<String, Integer> wanted, int step) {
    for (int i = 0; i < PRIMARIES; i++) {
      var name = "random-" + i;
      switch (random.nextInt(5)) {
        case 0 -> {}
        case 1 -> {
          if (wanted.remove(name) != null) {
            namespace.delete("Widget", name);
          }
        }
        default -> {
          var found = namespace.primary("Widget", name);
          if (found == null || found.getMetadata().getDeletionTimestamp() == null) {
            namespace.apply("Widget", name, "{step: %d}".formatted(step));
            wanted.put(name, step);
          }
        }
      }
    }
  }

  private static void assertConverged(TestNamespace namespace, Map<String, Integer> wanted) {
    var objects = new TreeSet<String>();
    wanted.forEach(
        (name, step) -> {
          objects.add(name + "-fixed");
          objects.add(name + "-step-" + step);
        });
    assertEquals(objects, objects(namespace));
    assertEquals(wanted.keySet(), new TreeSet<>(statuses(namespace).keySet()), "releases");
    for (var name : wanted.keySet()) {
      var revisions = namespace.revisions(name);
      assertTrue(revisions.getLast().endsWith(" deployed"), revisions::toString);
      assertTrue(
          revisions.stream().limit(revisions.size() - 1L).noneMatch(r -> r.endsWith(" deployed")),
          revisions::toString);
      assertTrue(revisions.stream().noneMatch(r -> r.contains("pending")), revisions::toString);
      assertReady(namespace, name);
    }
    assertEquals(
        wanted.keySet(),
        namespace.primaries("Widget").inNamespace(namespace.name()).list().getItems().stream()
            .map(primary -> primary.getMetadata().getName())
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static void assertReady(TestNamespace namespace, String name) {
    var primary = Objects.requireNonNull(namespace.primary("Widget", name));
    assertEquals("True", namespace.condition("Widget", name, "Ready").get("status"), name);
    Number observed = primary.get("status", "observedGeneration");
    assertEquals(primary.getMetadata().getGeneration(), observed.longValue(), name);
  }

  private static Set<String> objects(TestNamespace namespace) {
    return namespace
        .client()
        .resources(ConfigMap.class)
        .inNamespace(namespace.name())
        .list()
        .getItems()
        .stream()
        .map(object -> object.getMetadata().getName())
        .filter(name -> !name.equals("kube-root-ca.crt"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The stored revisions of each release. */
  private static Map<String, List<String>> statuses(TestNamespace namespace) {
    return namespace
        .client()
        .secrets()
        .inNamespace(namespace.name())
        .withLabel("owner", "helm")
        .list()
        .getItems()
        .stream()
        .map(secret -> secret.getMetadata().getLabels().get("name"))
        .distinct()
        .collect(Collectors.toMap(name -> name, namespace::revisions, (a, b) -> a, TreeMap::new));
  }
}
