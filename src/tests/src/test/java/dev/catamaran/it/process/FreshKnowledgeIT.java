package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.helm.SecretReleaseStore;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.telemetry.InformerMeters;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestEngine;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The operator checks the stored revisions before it acts on observed revisions. */
class FreshKnowledgeIT {
  private static final String ACCOUNT = "deployer";

  /** Longer than a process needs to detect the end of the previous process. */
  private static final Duration A_WHILE = Duration.ofSeconds(20);

  @Test
  void keepsAManualUpgradeThatRunsAtTheStart(TestNamespace namespace) throws Exception {
    var gate = namespace.gate();
    var chart =
        TestChart.named("slow")
            .values("{color: blue}")
            .configMap("colors", "color", "\"{{ .Values.color }}\"")
            .template("gate.yaml", gate.job("pre-upgrade"))
            .path();
    var before = namespace.operate(Watching.chart("Widget", chart));
    namespace.deploy("Widget", "one", "{}");
    before.close();
    // The upgrade has its own thread. The clients of the cluster share the common pool.
    var upgrade =
        CompletableFuture.runAsync(
            () -> upgradeByHand(namespace, chart), work -> new Thread(work).start());
    eventually(
        () -> assertEquals(List.of("1 deployed", "2 pending-upgrade"), namespace.revisions("one")));

    namespace.operate(Watching.chart("Widget", chart));

    throughout(
        A_WHILE,
        () -> assertEquals(List.of("1 deployed", "2 pending-upgrade"), namespace.revisions("one")));
    gate.open();
    upgrade.get(4, TimeUnit.MINUTES);
    // The operator does not trust the manual revision. It applies the spec again.
    eventually(
        () -> assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one")));
    namespace.awaitReady("Widget", "one");
    assertEquals("blue", namespace.data("one-colors").get("color"));
  }

  /** Helm reports success although it could not store the deployed status. */
  @Test
  void unlocksAPendingRevisionOfItsOwnCallAtOnce(TestNamespace namespace) {
    var account =
        TestAccount.in(namespace, ACCOUNT)
            .may("configmaps", "*")
            .may("secrets", "get", "list", "create", "delete");
    namespace.operate(
        Watching.chart(
            "Widget",
            TestChart.named("once").configMap("made", "by", "it").path(),
            "serviceAccountName: " + ACCOUNT));
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReason("Widget", "one", "Ready", "Forbidden", "permission to update secrets");

    account.may("secrets", "*");

    namespace.awaitReady("Widget", "one");
  }

  @Test
  void neitherFailsNorForgetsNorDeletesAChangedRevision(TestNamespace namespace) {
    var engine = TestEngine.of(namespace, "one");
    var chart = TestChart.named("plain").configMap("made", "by", "it").path();
    engine.install(chart, "{}");
    var observed = engine.revision(1);
    touch(namespace, "sh.helm.release.v1.one.v1");

    try (var store = store(namespace)) {
      assertFalse(store.isNewest(observed));
      assertFalse(store.fail(observed, "too late"));
      assertFalse(store.forget(observed, key -> true, edited -> {}));
      assertFalse(store.delete(observed));
      assertEquals(List.of("1 deployed"), namespace.revisions("one"));

      var first = engine.revision(1);
      assertTrue(store.isNewest(first));
      engine.upgrade(chart, "{a: 1}");

      assertFalse(store.isNewest(first));
      assertFalse(store.fail(first, "not the newest"));
      assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one"));
    }
  }

  @Test
  void doesNotClearAConcurrentlyChangedRevision(TestNamespace namespace) {
    var engine = TestEngine.of(namespace, "one");
    engine.install(TestChart.named("plain").configMap("made", "by", "it").path(), "{}");
    try (var store = store(namespace)) {
      var cleared =
          store.clear(
              engine.revision(1).release(),
              revision -> {
                touch(namespace, "sh.helm.release.v1.one.v1");
                return false;
              },
              revision -> {});

      assertEquals(1, cleared.newest());
      assertEquals(List.of(), cleared.secrets());
      assertEquals(List.of("1 deployed"), namespace.revisions("one"));
      assertEquals(
          0, store.clear(engine.revision(1).release(), revision -> false, revision -> {}).newest());
      assertEquals(List.of(), namespace.revisions("one"));
    }
  }

  private static SecretReleaseStore store(TestNamespace namespace) {
    return new SecretReleaseStore(
        namespace.client(),
        TestEngine.charts(namespace),
        new WatchedNamespaces(Set.of(namespace.name())),
        new InformerMeters(new SimpleMeterRegistry()),
        revision -> {});
  }

  private static void touch(TestNamespace namespace, String secret) {
    namespace
        .client()
        .resources(Secret.class)
        .inNamespace(namespace.name())
        .withName(secret)
        .edit(
            s ->
                new SecretBuilder(s)
                    .editMetadata()
                    .addToLabels("by", "hand")
                    .endMetadata()
                    .build());
  }

  private static void upgradeByHand(TestNamespace namespace, Path chart) {
    new Helm(chart)
        .upgrade()
        .withName("one")
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .set("color", "red")
        .call();
  }
}
