package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.election.ElectionTimes;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@RealNode
class LeaderElectionIT {
  private static final Watching WATCHING =
      Watching.chart("Widget", TestChart.named("led").configMap("made", "by", "leader").path());

  /** The lease of 15 s, and the wait of a standby between two checks; twice, for a busy machine. */
  private static final Duration LEASE_RAN_OUT =
      ElectionTimes.DEFAULT.lease().plus(ElectionTimes.DEFAULT.retry()).multipliedBy(2);

  /** The lease changes hands within a retry period; five of them, for a busy machine. */
  private static final Duration SOON = ElectionTimes.DEFAULT.retry().multipliedBy(5);

  private static final Duration TO_EXIT = Duration.ofMinutes(1);

  /** With these times, neither a lease nor a deadline runs out in time. */
  private static final List<String> LONG =
      List.of("--leader-election-lease-duration=90s", "--leader-election-renew-deadline=60s");

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
    var leader = lead(namespace, LONG);
    var standby = standBy(namespace);

    leader.terminate();
    assertEquals(0, leader.awaitExit(TO_EXIT), leader::log);

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
    var leader = lead(namespace, LONG);

    namespace.lease().give("somebody-else");

    assertNotEquals(0, leader.awaitExit(SOON), leader::log);
    assertEquals("somebody-else", namespace.lease().holder());
    assertTrue(leader.log().contains("lost the lease"), leader::log);
  }

  private static OperatorProcess lead(TestNamespace namespace) {
    return lead(namespace, List.of());
  }

  private static OperatorProcess lead(TestNamespace namespace, List<String> times) {
    var flags = Stream.concat(Stream.of(namespace.lease().flags()), times.stream());
    var leader = namespace.launch(WATCHING, flags.toArray(String[]::new));
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
