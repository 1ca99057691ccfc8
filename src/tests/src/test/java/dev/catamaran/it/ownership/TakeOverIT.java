package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.GoOperator;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Catamaran takes over the releases of a Go operator at its start. */
@RealNode
class TakeOverIT {
  private static final String FINALIZER = "catamaran.dev/uninstall-release";
  private static final String LEGACY = "uninstall-helm-release";

  private static final List<Class<? extends HasMetadata>> MADE =
      List.of(Deployment.class, Service.class, ServiceAccount.class);

  private static final int PRIMARIES = 8;

  /** Deleted while no operator runs. */
  private static final String DELETED = "w0";

  /** Its objects change while no operator runs. */
  private static final String DRIFTED = "w1";

  private static final String UPGRADED = "w2";
  private static final String OLD_FINALIZER = "w3";
  private static final String UNCHANGED = "w4";
  private static final String MIGRATED_BACK = "w5";

  @ParameterizedTest
  @EnumSource(names = "HELM_OPERATOR_PLUGINS")
  @Tag("nightly")
  void takesOverTheReleasesOfTheOtherOne(GoOperator predecessor, TestNamespace namespace) {
    takesOverTheReleasesOfAGoOperator(predecessor, namespace);
  }

  @ParameterizedTest
  @EnumSource(names = "OPERATOR_SDK")
  void takesOverTheReleasesOfAGoOperator(GoOperator predecessor, TestNamespace namespace) {
    runGoOperator(predecessor, namespace);
    var pods = pods(namespace);
    change(namespace);

    var operator = namespace.operate(watching());

    eventually(() -> assertIsTakenOver(namespace));
    eventually(() -> assertIsGone(namespace, DELETED));
    pods.keySet().removeIf(name -> name.startsWith(DELETED + "-"));
    // The garbage collector deletes pods later than their Deployment.
    eventually(() -> assertEquals(pods, pods(namespace)));

    namespace.apply("Widget", UPGRADED, "replicaCount: 2");
    namespace.awaitRevisions(UPGRADED, "1 superseded", "2 deployed");
    // The garbage collector deletes the dependents of the primary before the operator does.
    namespace.widget(UPGRADED).delete(DeletionPropagation.FOREGROUND);
    namespace.widget(UNCHANGED).delete(DeletionPropagation.FOREGROUND);
    eventually(() -> assertIsGone(namespace, UPGRADED));
    eventually(() -> assertIsGone(namespace, UNCHANGED));

    operator.close();
    migrateBack(predecessor, namespace);
  }

  /** Creates the primaries, runs the Go operator, and stops it. */
  private static void runGoOperator(GoOperator predecessor, TestNamespace namespace) {
    IntStream.range(0, PRIMARIES)
        .forEach(i -> namespace.apply("Widget", "w" + i, "replicaCount: 1"));
    var goOperator = namespace.launch(predecessor, watching());
    eventually(
        () -> {
          assertEquals(PRIMARIES, primaries(namespace).size(), goOperator::log);
          for (var primary : primaries(namespace)) {
            assertTrue(
                primary.get("status", "deployedRelease", "manifest") instanceof String,
                () -> primary.getMetadata().getName() + "\n" + goOperator.log());
            assertEquals(1, primary.getFinalizers().size());
          }
          assertEquals(PRIMARIES, pods(namespace).size());
        });
    goOperator.terminate();
    goOperator.awaitExit(Duration.ofMinutes(2));
  }

  private static void change(TestNamespace namespace) {
    namespace.delete("Widget", DELETED);
    namespace.delete(Service.class, DRIFTED + "-memcached");
    setFinalizer(namespace, OLD_FINALIZER, LEGACY);
  }

  private static void assertIsTakenOver(TestNamespace namespace) {
    for (var primary : primaries(namespace)) {
      var name = primary.getMetadata().getName();
      assertEquals(List.of(FINALIZER), primary.getFinalizers(), name);
      assertEquals("True", namespace.condition("Widget", name, "Ready").get("status"), name);
      assertNull(primary.get("status", "deployedRelease", "manifest"), name);
      assertEquals(Integer.valueOf(1), primary.get("status", "deployedRelease", "revision"));
      assertEquals(List.of("1 deployed"), namespace.revisions(name));
      for (var type : MADE) {
        assertIsAdopted(namespace.existing(type, name + "-memcached"), primary);
      }
    }
    for (var secret : namespace.list(Secret.class)) {
      assertEquals(List.of(), secret.getMetadata().getOwnerReferences());
    }
  }

  private static void assertIsAdopted(HasMetadata object, HasMetadata primary) {
    var meta = object.getMetadata();
    assertEquals("catamaran", meta.getLabels().get("catamaran.dev/operator"));
    assertEquals(
        List.of(primary.getMetadata().getUid()),
        meta.getOwnerReferences().stream().map(owner -> owner.getUid()).toList());
  }

  /**
   * Starts the Go operator again after the stop of Catamaran. Its finalizer replaces the finalizer
   * of Catamaran. It continues with the same releases.
   */
  private static void migrateBack(GoOperator predecessor, TestNamespace namespace) {
    var old =
        predecessor == GoOperator.OPERATOR_SDK
            ? "helm.sdk.operatorframework.io/uninstall-release"
            : LEGACY;
    for (var primary : primaries(namespace)) {
      setFinalizer(namespace, primary.getMetadata().getName(), old);
    }
    eventually(() -> assertEquals(primaries(namespace).size(), pods(namespace).size()));
    var pods = pods(namespace);
    var goOperator = namespace.launch(predecessor, watching());
    eventually(
        () ->
            assertTrue(
                namespace
                        .primary("Widget", MIGRATED_BACK)
                        .get("status", "deployedRelease", "manifest")
                    instanceof String,
                goOperator::log));
    assertEquals(List.of("1 deployed"), namespace.revisions(MIGRATED_BACK), goOperator::log);
    assertEquals(pods, pods(namespace));

    primaries(namespace).forEach(p -> namespace.delete("Widget", p.getMetadata().getName()));

    eventually(() -> assertEquals(List.of(), primaries(namespace), goOperator::log));
    eventually(() -> assertEquals(Map.of(), pods(namespace)));
  }

  private static void assertIsGone(TestNamespace namespace, String name) {
    assertNull(namespace.primary("Widget", name));
    assertEquals(List.of(), namespace.revisions(name));
    for (var type : MADE) {
      assertNull(namespace.get(type, name + "-memcached"));
    }
  }

  private static List<GenericKubernetesResource> primaries(TestNamespace namespace) {
    return namespace.list("Widget");
  }

  private static void setFinalizer(TestNamespace namespace, String primary, String finalizer) {
    namespace.patch("Widget", primary, "{metadata: {finalizers: [%s]}}".formatted(finalizer));
  }

  /** The pods that nobody has deleted: uid by name. On a real node, others need time to end. */
  private static Map<String, String> pods(TestNamespace namespace) {
    return namespace.list(Pod.class).stream()
        .filter(pod -> !pod.isMarkedForDeletion())
        .map(Pod::getMetadata)
        .collect(
            Collectors.toMap(ObjectMeta::getName, ObjectMeta::getUid, (a, b) -> a, TreeMap::new));
  }

  /** Both Go operators accept these values. One renders the port as a string, one as a number. */
  private static Watching watching() {
    return Watching.chart(
        "Widget",
        TestChart.memcached(),
        "overrideValues:",
        "  service.port: \"11311\"",
        "  podAnnotations.shout: '{{ \"loud\" | upper }}'",
        "  tolerations[0].key: dedicated");
  }
}
