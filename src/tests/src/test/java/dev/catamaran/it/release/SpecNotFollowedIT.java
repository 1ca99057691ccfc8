package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ready is false, with who holds the release, while the present spec is not deployed. */
class SpecNotFollowedIT {
  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(Watching.chart("Widget", TestChart.breakable()));

  @Test
  void isToldOfANewSpecWhileARollbackHolds(TestPrimary one) {
    one.deploy("{color: red}");
    one.annotate("catamaran.dev/rollback-to", "1");
    one.patch("{spec: {color: green}}");
    awaitHeld(one, "catamaran.dev/rollback-to");
    assertEquals("Held", one.value("status.state"));
    assertEquals(Map.of("color", "red"), one.data("colors"));

    one.annotate("catamaran.dev/rollback-to", null);
    one.awaitData("colors", "color", "green");
    awaitFollowed(one);
    assertEquals("Deployed", one.value("status.state"));
  }

  @Test
  void isNotToldOfARevisionThatHasThePresentSpec(TestPrimary one) {
    one.deploy("{color: red}");
    one.annotate("catamaran.dev/rollback-to", "1");
    one.patch("{spec: {color: green}}");
    awaitHeld(one, "catamaran.dev/rollback-to");

    one.patch("{spec: {color: red}}");
    awaitFollowed(one);
    assertEquals(List.of("1 deployed"), one.revisions());
  }

  @Test
  void isToldOfANewSpecDuringAPause(TestPrimary one) {
    one.deploy("{color: red}");
    one.pause();
    awaitFollowed(one);
    eventually(() -> assertEquals("Paused", one.value("status.state")));

    one.patch("{spec: {color: green}}");
    awaitHeld(one, "catamaran.dev/pause");
    one.patch("{spec: {color: red}}");
    awaitFollowed(one);

    one.patch("{spec: {broken: true}}");
    awaitHeld(one, "catamaran.dev/pause");
    one.resume();
    one.awaitReason("Ready", "UpgradeError");
    one.awaitNo("SpecNotFollowed");
  }

  @Test
  void isToldOfAPrimaryThatWasPausedBeforeItsFirstInstallation(TestPrimary one) {
    one.load(
        """
        apiVersion: test.catamaran.dev/v1
        kind: Widget
        metadata: {name: RELEASE, annotations: {catamaran.dev/pause: "true"}}
        spec: {}
        """);
    awaitHeld(one, "nothing is deployed");
    assertEquals(List.of(), one.revisions());

    one.resume();
    awaitFollowed(one);
  }

  @Test
  void isToldOfADeletionThatWaitsForTheEndOfAPause(TestPrimary one) {
    one.deploy("{color: red}");
    one.pause();
    awaitFollowed(one);
    one.delete();
    awaitHeld(one, "its deletion waits: the annotation catamaran.dev/pause");
    one.patch("{spec: {color: green}}");
    awaitHeld(one, "its deletion waits");

    one.resume();
    one.awaitGone();
  }

  @Test
  void tellsNoFailureThatMayEndDuringAPause(TestPrimary one) {
    one.deploy("{color: red}");
    one.annotate("catamaran.dev/values-from", "ConfigMap/missing");
    one.awaitReason("Stalled", "ValuesUnavailable");
    one.pause();
    awaitHeld(one, "catamaran.dev/pause");
    one.awaitNo("Stalled");
    one.annotate("catamaran.dev/values-from", null);
    awaitFollowed(one);

    one.resume();
    one.patch("{spec: {broken: true}}");
    one.awaitStatus("ReleaseFailed", "True");
    one.pause();
    awaitHeld(one, "catamaran.dev/pause");
    one.awaitNo("ReleaseFailed");
    one.patch("{spec: {broken: null}}");
    awaitFollowed(one);
  }

  @Test
  void tellsNoFailedInstallationThatMayEndDuringAPause(TestPrimary one) {
    one.apply("{broken: true}").awaitStatus("ReleaseFailed", "True");
    one.pause();
    awaitHeld(one, "catamaran.dev/pause");
    one.awaitNo("ReleaseFailed");
  }

  /** The operator repairs nothing, and does not say that all is well. */
  @Test
  void leavesReadyTrueOnlyWhileTheObjectsAreThere(TestPrimary one) {
    one.deploy("{color: red}");
    one.pause();
    one.delete(ConfigMap.class, "colors");
    one.awaitReason("Ready", "Progressing", "is missing");
    one.awaitNo("SpecNotFollowed");

    one.resume();
    awaitFollowed(one);
  }

  private static void awaitHeld(TestPrimary one, String who) {
    one.awaitReason("Ready", "Held", who);
    one.awaitStatus("Ready", "False");
    one.awaitMessage("SpecNotFollowed", who);
    eventually(
        () ->
            assertEquals(one.value("metadata.generation"), one.value("status.observedGeneration")));
  }

  private static void awaitFollowed(TestPrimary one) {
    one.awaitReady();
    one.awaitNo("SpecNotFollowed");
  }
}
