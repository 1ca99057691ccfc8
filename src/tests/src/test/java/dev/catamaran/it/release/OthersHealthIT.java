package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.OtherTools;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Flux, Argo CD and `kubectl wait` call healthy what has the present spec deployed, and no more.
 */
class OthersHealthIT {
  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart("Widget", TestChart.breakable(), "remediation: {retries: 0}")
              .and("Gadget", TestChart.breakable(), "remediation: {upgrade: keep}")
              .and("Gizmo", TestChart.memcached()));

  @TempDir Path folder;
  private OtherTools tools;

  @BeforeEach
  void read() {
    tools = OtherTools.in(folder);
  }

  private void await(TestPrimary one, String health, String ready) {
    within(Duration.ofMinutes(1), () -> assertEquals(health, tools.ofHealth(one)));
    assertEquals(ready, one.condition("Ready").get("status"));
  }

  @Test
  void isThatOfADeployedRelease(TestPrimary one) {
    one.deploy("{color: red}");
    await(one, "Current Healthy", "True");
    one.deploy("{color: blue}");
    await(one, "Current Healthy", "True");
  }

  @Test
  void isNotThatOfAPausedOne(TestPrimary one) {
    one.deploy("{color: red}");
    one.pause();
    one.patch("{spec: {color: green}}");
    await(one, "InProgress Suspended", "False");
    one.resume();
    await(one, "Current Healthy", "True");
  }

  @Test
  void isNotThatOfAPinnedOne(TestPrimary one) {
    one.deploy("{color: red}");
    one.annotate("catamaran.dev/rollback-to", "1");
    one.patch("{spec: {color: green}}");
    await(one, "InProgress Suspended", "False");
  }

  @Test
  void isNotThatOfOneThatWaitsForAnother(TestPrimary one) {
    one.deploy("{color: red}");
    one.annotate("catamaran.dev/depends-on", "Widget.test.catamaran.dev/never");
    one.patch("{spec: {color: green}}");
    one.awaitReason("Ready", "DependencyNotReady");
    await(one, "InProgress Progressing", "False");
  }

  @Test
  void isNotThatOfAFailedUpgrade(TestPrimary one, @OfKind("Gadget") TestPrimary other) {
    one.deploy("{color: red}");
    one.patch("{spec: {broken: true}}");
    await(one, "Failed Degraded", "False");
    other.deploy("{color: red}");
    other.patch("{spec: {broken: true}}");
    await(other, "Failed Degraded", "False");
  }

  @Test
  void isNotThatOfOneWhosePodsDoNotRun(@OfKind("Gizmo") TestPrimary one) {
    one.apply("{nodeSelector: {place: nowhere}}");
    one.awaitReason("Ready", "Progressing", "not scheduled");
    await(one, "InProgress Progressing", "False");
  }
}
