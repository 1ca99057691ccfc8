package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A person uses Helm on the release of a primary. */
@RealNode
class ExternalChangeIT {
  private static final Path CHART =
      TestChart.named("colors")
          .configMap("colors", "color", "\"{{ .Values.color }}\"")
          .template(
              "only.yaml",
              """
              apiVersion: v1
              kind: ConfigMap
              metadata: {name: "{{ .Release.Name }}-only-{{ .Values.color }}"}
              """)
          .path();

  @RegisterExtension
  static final OneOperator OPERATOR = OneOperator.of(Watching.chart("Widget", CHART));

  @BeforeEach
  void deploy(TestPrimary one) {
    one.deploy("{color: green}");
  }

  @Test
  void restoresTheReleaseAfterAManualUpgrade(TestPrimary one) {
    upgradeByHand(one);

    eventually(
        () -> {
          assertEquals(List.of("1 superseded", "2 deployed"), one.revisions());
          assertEquals(Map.of("color", "green"), one.data("colors"));
        });
    one.awaitReady();
    one.awaitGone(ConfigMap.class, "only-red");
  }

  /** Stores what {@code helm rollback one 1} does, in its order: helm-java has no such command. */
  @Test
  void restoresTheReleaseAfterAManualRollback(TestPrimary one) {
    var namespace = one.namespace();
    var first = StoredRelease.newest(namespace, one.name()).path("manifest").asText();
    one.deploy("{color: red}");

    StoredRelease.plant(namespace, one.name(), 1, 3, "pending-rollback", first);
    StoredRelease.mark(namespace, one.name(), 2, "superseded");
    StoredRelease.mark(namespace, one.name(), 3, "deployed");

    eventually(
        () -> {
          assertEquals(List.of("1 superseded", "2 superseded", "3 deployed"), one.revisions());
          assertEquals(Map.of("color", "red"), one.data("colors"));
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void installsAgainAfterAManualUninstall(boolean isHistoryKept, TestPrimary one) {
    var before = one.uid(ConfigMap.class, "colors");

    var uninstall =
        Helm.uninstall(one.name())
            .withNamespace(one.namespace().name())
            .withKubeConfig(one.namespace().cluster().adminKubeconfig());
    (isHistoryKept ? uninstall.keepHistory() : uninstall).call();

    eventually(
        () -> {
          assertEquals(List.of("1 deployed"), one.revisions());
          assertEquals(Map.of("color", "green"), one.data("colors"));
          assertNotEquals(before, one.uid(ConfigMap.class, "colors"));
        });
    one.awaitReady();
  }

  @Test
  void uninstallsAReleaseUpgradedWhileTheOperatorWasDown(TestPrimary one) {
    OPERATOR.operator().stop();
    upgradeByHand(one);
    one.delete();

    OPERATOR.operator().start();

    one.awaitGone();
    assertEquals(Map.of(), one.data("colors"));
    one.awaitGone(ConfigMap.class, "only-red");
  }

  private static void upgradeByHand(TestPrimary one) {
    new Helm(CHART)
        .upgrade()
        .withName(one.name())
        .withNamespace(one.namespace().name())
        .withKubeConfig(one.namespace().cluster().adminKubeconfig())
        .set("color", "red")
        .call();
  }
}
