package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@RealNode
@ExtendWith(InNamespace.class)
class LeaderElectionIT {
  private static final Watching WATCHING =
      Watching.chart("Widget", TestChart.named("led").configMap("made", "by", "leader").path());

  /** The lease of 15 s, the longest wait of a standby between two checks, and a busy machine. */
  private static final Duration LEASE_RAN_OUT = Duration.ofMinutes(2);

  /** At once, on a busy machine. */
  private static final Duration SOON = Duration.ofMinutes(1);

  @Test
  void theStandbyTakesOverWhenTheLeaderIsKilled(TestNamespace namespace) {
    var lease = namespace.lease();
    var leader = lead(namespace);
    var standby = standBy(namespace);
    var before = lease.holder();

    leader.kill();

    within(LEASE_RAN_OUT, () -> assertNotEquals(before, lease.holder()));
    standby.awaitLog("Reconciling");
    assertReconciles(namespace, "after-death");
  }

  @Test
  void theStandbyTakesOverAtOnceWhenTheLeaderIsStopped(TestNamespace namespace) {
    var lease = namespace.lease();
    var leader = lead(namespace);
    var standby = standBy(namespace);

    leader.terminate();
    assertEquals(0, leader.awaitExit(SOON), leader::log);

    within(SOON, () -> assertNotEquals("", lease.holder()));
    standby.awaitLog("Reconciling");
    assertReconciles(namespace, "after-stop");
  }

  @Test
  void theStandbyWritesNothing(TestNamespace namespace) {
    var identity = namespace.identity("standby");
    var requests = RequestLog.of(identity);
    lead(namespace);
    var standby = namespace.launch(identity, WATCHING, namespace.lease().flags());
    standby.awaitLog("The lease is held by");

    assertReconciles(namespace, "led");
    namespace.delete("Widget", "led");
    eventually(() -> assertNull(namespace.primary("Widget", "led")));

    assertNotEquals(List.of(), requests.requests());
    assertEquals(
        List.of(), requests.requests().stream().filter(RequestLog.Request::isWrite).toList());
    assertFalse(standby.log().contains("Reconciling"), standby::log);
  }

  @Test
  void aLeaderThatLosesItsLeaseEndsAtOnce(TestNamespace namespace) {
    var leader = lead(namespace);

    namespace.lease().give("somebody-else");

    assertNotEquals(0, leader.awaitExit(SOON), leader::log);
    assertEquals("somebody-else", namespace.lease().holder());
    assertTrue(leader.log().contains("The lease is lost"), leader::log);
  }

  private static OperatorProcess lead(TestNamespace namespace) {
    var leader = namespace.launch(WATCHING, namespace.lease().flags());
    leader.awaitLog("Reconciling");
    assertReconciles(namespace, "first");
    return leader;
  }

  private static OperatorProcess standBy(TestNamespace namespace) {
    var standby = namespace.launch(WATCHING, namespace.lease().flags());
    standby.awaitLog("The lease is held by");
    return standby;
  }

  private static void assertReconciles(TestNamespace namespace, String primary) {
    namespace.apply("Widget", primary, "{}");
    namespace.awaitReady("Widget", primary);
  }
}
