package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
