package dev.catamaran.testkit;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ManagerException;
import dev.catamaran.testcluster.TestCluster;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestKitIT {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  @BeforeAll
  static void start() {
    TestCluster.shared();
  }

  @Test
  void reportsTheLastStateOfTheObjectAfterATimeout() {
    try (var operator = TestKit.with(new Marking()).timeout(PERIOD).start()) {
      operator.create(settings("colour", Map.of("colour", "red")));
      eventually(() -> assertTrue(isSeen(operator.get(ConfigMap.class, "colour"))));
      var thrown =
          assertThrows(
              AssertionError.class,
              () -> operator.await(ConfigMap.class, "colour", found -> isBlue(found)));
      var message = String.valueOf(thrown.getMessage());
      assertTrue(message.startsWith("waited 1 s for ConfigMap colour in namespace "), message);
      assertTrue(message.contains("colour: \"red\""), message);
      assertTrue(message.contains("seen: \"true\""), message);
      assertFalse(message.contains("managedFields"), message);

      var absent = assertThrows(AssertionError.class, () -> operator.get(ConfigMap.class, "none"));
      assertEquals(
          "there is no ConfigMap none in namespace " + operator.namespace().name(),
          absent.getMessage());
    }
  }

  @Test
  void reportsTheExceptionOfAnExpectationWithoutSecrets() {
    try (var operator = TestKit.with(new Marking()).timeout(PERIOD).start()) {
      operator.create(
          new SecretBuilder()
              .withNewMetadata()
              .withName("login")
              .endMetadata()
              .addToStringData("password", "hunter2")
              .build());
      var thrown =
          assertThrows(
              AssertionError.class,
              () ->
                  operator.await(
                      Secret.class,
                      "login",
                      found -> {
                        throw new IllegalStateException("no user " + found.getKind());
                      }));
      var message = String.valueOf(thrown.getMessage());
      assertTrue(message.contains("IllegalStateException: no user Secret"), message);
      assertFalse(message.contains("aHVudGVyMg"), message);
    }
  }

  @Test
  void doesNothingWhileTheOperatorIsStopped() {
    try (var operator = TestKit.run(new Marking())) {
      operator.stop();
      operator.create(settings("one", Map.of()));
      throughout(PERIOD, () -> assertFalse(isSeen(operator.get(ConfigMap.class, "one"))));

      operator.start();

      operator.await(ConfigMap.class, "one", TestKitIT::isSeen);
    }
  }

  @Test
  void reportsTheRequestsOfAnOperatorThatIsNotQuiet() {
    var asking = new Asking();
    try (var operator = TestKit.with(asking).timeout(PERIOD).start()) {
      operator.create(settings("one", Map.of()));
      eventually(() -> assertTrue(asking.passes.get() > 1));
      // A slow machine pauses between two requests too.
      var noisy =
          assertThrows(AssertionError.class, () -> operator.awaitQuiet(PERIOD.multipliedBy(5)));
      var message = String.valueOf(noisy.getMessage());
      assertTrue(message.contains("asks for nothing in PT5S"), message);
      assertTrue(message.contains("  GET https://"), message);
      assertTrue(
          message.contains(
              "/api/v1/namespaces/%s/secrets/none".formatted(operator.namespace().name())),
          message);
    }
  }

  @Test
  void installsADefinitionOfAClusterScopedKindFromTheClassPath() {
    var client = TestCluster.shared().admin();
    try (var operator = TestKit.run(new RaftMarking())) {
      var raft = new Raft();
      raft.setMetadata(
          new ObjectMetaBuilder().withName("kon-tiki").withFinalizers("kit.dev/held").build());
      operator.create(raft);
      operator.await(Raft.class, "kon-tiki", TestKitIT::isSeen);
    }
    try {
      assertEquals(List.of(), client.resources(Raft.class).list().getItems());
    } finally {
      remove("rafts.kit.catamaran.dev");
    }
  }

  @Test
  void installsADefinitionThatIsGiven(@TempDir Path folder) throws IOException {
    var reconciler = new CanoeMarking();
    var missing = assertThrows(ManagerException.class, () -> TestKit.run(reconciler));
    assertEquals(
        "the cluster does not serve kit.catamaran.dev/v1, Kind=Canoe, and its CRD is neither"
            + " config/crd/bases/kit.catamaran.dev_canoes.yaml nor"
            + " META-INF/fabric8/canoes.kit.catamaran.dev-v1.yml on the class path; name its file"
            + " with TestKit.with(...).definition(file)",
        missing.getMessage());

    var raft =
        Path.of("src/tests/src/test/resources/META-INF/fabric8/rafts.kit.catamaran.dev-v1.yml");
    var text = Files.readString(raft).replace("raft", "canoe").replace("Raft", "Canoe");
    var file = folder.resolve("canoes.yaml");
    Files.writeString(file, text.replace("scope: Cluster", "scope: Namespaced"));
    try (var operator = TestKit.with(reconciler).definition(file).start()) {
      var canoe = new Canoe();
      canoe.setMetadata(new ObjectMetaBuilder().withName("one").build());
      operator.create(canoe);
      operator.await(Canoe.class, "one", TestKitIT::isSeen);
    } finally {
      remove("canoes.kit.catamaran.dev");
    }
  }

  @Test
  void deletesItsNamespaceDespiteFinalizers(TestNamespace outside) {
    var operator = TestKit.run(new Marking());
    var name = operator.namespace().name();
    var held = settings("held", Map.of());
    held.getMetadata().setFinalizers(List.of("kit.dev/held"));
    operator.create(held);

    operator.close();

    outside.scratch().object(Namespace.class, name).awaitGone();
  }

  private static boolean isBlue(ConfigMap settings) {
    return "blue".equals(settings.getData().get("colour"));
  }

  private static boolean isSeen(HasMetadata object) {
    return "true".equals(object.getMetadata().getAnnotations().get("seen"));
  }

  private static ConfigMap settings(String name, Map<String, String> data) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .addToAnnotations("made", "by a test")
        .endMetadata()
        .withData(data)
        .build();
  }

  private static void remove(String name) {
    var definition =
        TestCluster.shared().admin().resources(CustomResourceDefinition.class).withName(name);
    definition.delete();
    eventually(() -> assertNull(definition.get()));
  }

  private static <T extends HasMetadata> UpdateControl<T> mark(T object, Context<T> context) {
    if (!"true".equals(object.getMetadata().getAnnotations().get("seen"))) {
      context
          .getClient()
          .resource(object)
          .patch(
              PatchContext.of(PatchType.JSON_MERGE),
              "{\"metadata\":{\"annotations\":{\"seen\":\"true\"}}}");
    }
    return UpdateControl.noUpdate();
  }

  private static final class Marking implements Reconciler<ConfigMap> {
    private final AtomicInteger passes = new AtomicInteger();

    @Override
    public UpdateControl<ConfigMap> reconcile(ConfigMap settings, Context<ConfigMap> context) {
      passes.incrementAndGet();
      return mark(settings, context);
    }
  }

  private static final class RaftMarking implements Reconciler<Raft> {
    @Override
    public UpdateControl<Raft> reconcile(Raft raft, Context<Raft> context) {
      return mark(raft, context);
    }
  }

  private static final class CanoeMarking implements Reconciler<Canoe> {
    @Override
    public UpdateControl<Canoe> reconcile(Canoe canoe, Context<Canoe> context) {
      return mark(canoe, context);
    }
  }

  /** Requests a missing object again and again. */
  private static final class Asking implements Reconciler<ConfigMap> {
    private final AtomicInteger passes = new AtomicInteger();

    @Override
    public UpdateControl<ConfigMap> reconcile(ConfigMap settings, Context<ConfigMap> context) {
      passes.incrementAndGet();
      context
          .getClient()
          .secrets()
          .inNamespace(settings.getMetadata().getNamespace())
          .withName("none")
          .get();
      return UpdateControl.<ConfigMap>noUpdate().rescheduleAfter(Duration.ofMillis(100));
    }
  }
}
