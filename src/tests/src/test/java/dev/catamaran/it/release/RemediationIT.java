package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A failed installation or upgrade, and the reaction to it: {@code remediation} of a watch. */
@RealNode
class RemediationIT {
  private static final String KEEPING = "Widget";
  private static final String ONCE = "Gadget";
  private static final String RETRYING = "Gizmo";
  private static final String UNINSTALLING = "Trinket";

  private static final Path SERVICE =
      TestChart.named("service")
          .template(
              "service.yaml",
              """
              apiVersion: v1
              kind: Service
              metadata: {name: "{{ .Release.Name }}-service"}
              spec: {ports: [{port: {{ .Values.port }}}]}
              """)
          .path();

  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart(
                  KEEPING, TestChart.breakable(), "remediation: {install: keep, upgrade: keep}")
              .and(ONCE, TestChart.breakable(), "remediation: {retries: 0}")
              .and(RETRYING, TestChart.breakable(), "remediation: {upgrade: retry, retries: 1}")
              .and(
                  UNINSTALLING,
                  TestChart.breakable(),
                  "remediation: {upgrade: uninstall, retries: 0}"));

  @Test
  void repairsTheRolledBackRelease(@OfKind(ONCE) TestPrimary one) {
    failToUpgrade(one);
    one.awaitReason("Stalled", "RetriesExceeded");

    one.delete(ConfigMap.class, "colors");

    one.awaitData("colors", "color", "blue");
    one.awaitReason("Stalled", "RetriesExceeded");
  }

  @Test
  void stallsUntilTheRetriesAreResetOrTheSpecChanges(@OfKind(RETRYING) TestPrimary one) {
    failToUpgrade(one);
    one.awaitReason("Stalled", "RetriesExceeded");
    Rest.after(OPERATOR.operator(), one, () -> one.annotate("example.com/look", "again"));
    assertEquals(List.of("1 deployed", "2 failed", "3 failed"), one.revisions());

    one.annotate("catamaran.dev/reset-at", "again");
    eventually(() -> assertEquals(5, one.revisions().size()));
    one.awaitReason("Stalled", "RetriesExceeded");
    eventually(() -> assertTrue(one.revisions().contains("5 failed")));

    one.deploy("{broken: false}");
    assertEquals(Map.of(), one.condition("Stalled"));
  }

  @Test
  void keepsAFailedUpgrade(TestPrimary one) {
    failToUpgrade(one);

    one.awaitReason("Stalled", "RetriesExceeded");
    assertEquals(List.of("1 deployed", "2 failed"), one.revisions());
    one.existing(ConfigMap.class, "extra");
  }

  @Test
  void uninstallsAReleaseAfterAFailedUpgrade(@OfKind(UNINSTALLING) TestPrimary one) {
    failToUpgrade(one);

    one.awaitReason("Stalled", "RetriesExceeded");
    assertEquals(List.of(), one.revisions());
    one.awaitGone(ConfigMap.class, "colors");
    one.awaitReason("Deployed", "FailureRemoved");
  }

  @Test
  void uninstallsAFailedInstallAndInstallsTheCorrectedSpec(@OfKind(ONCE) TestPrimary one) {
    one.apply("{broken: true}");

    one.awaitReason("Stalled", "RetriesExceeded");
    assertEquals(List.of(), one.revisions());
    one.awaitGone(ConfigMap.class, "colors");

    one.deploy("{broken: false}");
    assertEquals(List.of("1 deployed"), one.revisions());
  }

  @Test
  void keepsAFailedInstall(TestPrimary one) {
    one.apply("{broken: true}");

    one.awaitReason("Stalled", "RetriesExceeded");
    assertEquals(List.of("1 failed"), one.revisions());
    one.existing(ConfigMap.class, "colors");
  }

  @Test
  void installsAfterRemovalOfTheCause(@OfKind(ONCE) TestPrimary one) {
    one.namespace().configMap(one.object("colors"), Map.of());
    one.apply("{}");
    one.awaitReason("ReleaseFailed", "InstallError", one.object("colors"));

    one.delete(ConfigMap.class, "colors");

    one.awaitReady();
    assertEquals(Map.of("color", "blue"), one.data("colors"));
    assertEquals(Map.of(), one.condition("ReleaseFailed"));
    assertEquals("InstallSuccessful", one.condition("Deployed").get("reason"));
  }

  /** The delays between retries are 1, 2 and 4 seconds, and up to a tenth less. */
  @Test
  void retriesAnInstallWithIncreasingDelays(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", TestChart.breakable()), Duration.ofSeconds(1));
    var one = namespace.widget("one");
    long begin = System.nanoTime();
    one.apply("{broken: true}");

    int failures = 0;
    while (failures < 4) {
      int before = failures;
      eventually(() -> assertTrue(failures(one) > before));
      failures = failures(one);
      var since = Duration.ofNanos(System.nanoTime() - begin);
      var delays = Duration.ofMillis(900L * ((1L << (failures - 1)) - 1));
      assertTrue(since.compareTo(delays) >= 0, failures + " failures in " + since);
    }
  }

  private static int failures(TestPrimary one) {
    var count = one.value("status.failures.count");
    return count.isEmpty() ? 0 : Integer.parseInt(count);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{color: red}", "{}"})
  void removesObjectsOfTheFailedRevisionAfterACorrectionOrARevert(String spec, TestPrimary one) {
    failToUpgrade(one);
    one.existing(ConfigMap.class, "extra");

    one.deploy(spec);

    assertEquals(Map.of("color", spec.contains("red") ? "red" : "blue"), one.data("colors"));
    one.awaitGone(ConfigMap.class, "extra");
    assertTrue(one.revisions().getLast().endsWith(" deployed"));
  }

  @Test
  void keepsAnExemptFieldOfTheFailedRevision(TestNamespace namespace) {
    namespace.operate(
        Watching.chart(
            "Widget",
            TestChart.breakable(),
            "remediation: {upgrade: keep}",
            "drift: {ignore: [{paths: [/data/taste]}]}"));
    var one = namespace.widget("one");
    failToUpgrade(one);
    // An upgrade writes no field that is exempt.
    assertFalse(one.data("colors").containsKey("taste"));
    one.put("colors", "taste", "sour");

    one.deploy("{color: red}");

    one.awaitGone(ConfigMap.class, "extra");
    assertEquals(Map.of("color", "red", "taste", "sour"), one.data("colors"));
  }

  @Test
  void reportsTheFailureInTheConditionsUntilASuccess(TestPrimary one) {
    failToUpgrade(one);

    one.awaitReason("ReleaseFailed", "UpgradeError", "spec.ports[0].nodePort");
    assertEquals("True", one.condition("Irreconcilable").get("status"));
    assertEquals("False", one.condition("Ready").get("status"));
    assertEquals("True", one.condition("Deployed").get("status"));

    one.deploy("{color: red}");

    assertEquals(Map.of(), one.condition("ReleaseFailed"));
    assertEquals(Map.of(), one.condition("Irreconcilable"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void leavesNothingAfterDeletionOfThePrimary(boolean isInstalled, TestPrimary one) {
    if (isInstalled) {
      one.deploy("{}");
    }
    one.apply("{broken: true}");
    one.awaitStatus("ReleaseFailed", "True");

    one.delete();

    one.awaitGone();
    one.awaitGone(ConfigMap.class, "colors");
    one.awaitGone(ConfigMap.class, "extra");
  }

  /** No hook has run, nothing is undone, and the history is what it was. */
  @Test
  void makesNoRevisionOfWhatADryRunRefusesAsInvalid(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", SERVICE));
    var one = namespace.widget("one");
    one.deploy("{port: 80}");
    for (var spec : List.of("{port: 99999}", "{port: http}")) {
      one.apply(spec);

      one.awaitReason("Stalled", "InvalidObject", "nothing was changed");
      one.awaitReason("ReleaseFailed", "InvalidObject");
      // A person's request for a new revision changes nothing about that.
      one.annotate("catamaran.dev/reconcile-at", spec);
      eventually(() -> assertEquals(spec, one.value("status.lastHandledReconcileAt")));
      assertEquals(List.of("1 deployed"), one.revisions());
    }

    one.deploy("{port: 81}");
    assertEquals(List.of("1 superseded", "2 deployed"), one.revisions());
    assertEquals(Map.of(), one.condition("Stalled"));
  }

  /** Each pass is due for an attempt, which is refused. */
  @Test
  void repairsWhatWentWhileTheOperatorWasAwayAndTheInputIsInvalid(TestNamespace namespace) {
    var operator =
        namespace.operate(
            Watching.chart("Widget", SERVICE, "retry: {initial: 1s, multiplier: 1, max: 1s}"));
    var one = namespace.widget("one");
    one.deploy("{port: 80}");
    one.apply("{port: 99999}").awaitReason("Stalled", "InvalidObject");
    operator.stop();
    one.delete(Service.class, "service");

    operator.start();

    eventually(() -> assertNotNull(one.get(Service.class, "service")));
    assertEquals(List.of("1 deployed"), one.revisions());
    one.awaitReason("Stalled", "InvalidObject");
  }

  /** Ten retries, and then a person's return to what was before. */
  @Test
  void keepsTheGoodRevisionsDespiteManyRetries(TestNamespace namespace) {
    namespace.operate(
        Watching.chart(
            "Widget", TestChart.breakable(), "retry: {initial: 100ms, multiplier: 1, max: 100ms}"));
    var one = namespace.widget("one");
    for (var color : List.of("red", "green", "blue", "white")) {
      one.deploy("{color: %s}".formatted(color));
    }
    one.apply("{broken: true}");

    one.awaitReason("Stalled", "RetriesExceeded");

    one.awaitRevisions(
        "1 superseded", "2 superseded", "3 superseded", "4 superseded", "25 failed", "26 deployed");
    assertEquals("white", one.data("colors").get("color"));
  }

  private static void failToUpgrade(TestPrimary one) {
    one.deploy("{}");
    one.apply("{broken: true}");
    one.awaitStatus("ReleaseFailed", "True");
  }
}
