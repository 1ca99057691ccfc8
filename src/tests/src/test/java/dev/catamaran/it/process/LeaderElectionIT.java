package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.MetricsClient;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Replicas of one operator lead one after the other. */
@RealNode
class LeaderElectionIT {
  private static final Watching WATCHING =
      Watching.chart("Widget", TestChart.named("led").configMap("made", "by", "leader").path());

  private static final Duration TO_EXIT = Duration.ofMinutes(1);

  /** With these times, neither a lease nor a deadline runs out during the test. */
  private static final List<String> LONG =
      List.of("--leader-election-lease-duration=30m", "--leader-election-renew-deadline=20m");

  @Test
  void oneReplicaLeadsAndAnotherOneTakesOver(TestNamespace namespace) throws Exception {
    var lease = namespace.lease();
    var first = launch(namespace, "first", List.of());
    first.awaitLog("Reconciling");
    var probes = FreePort.find();
    var requests = RequestLog.of(namespace.identity("second"));
    var second =
        launch(
            namespace,
            "second",
            List.of(LONG.get(0), LONG.get(1), "--health-probe-bind-address=127.0.0.1:" + probes));
    second.awaitLog("The lease is held by");

    // The standby writes nothing, and is alive and ready.
    reconciles(namespace, "led");
    namespace.widget("led").delete();
    namespace.widget("led").awaitGone();
    for (var probe : List.of("healthz", "readyz")) {
      var client = new MetricsClient("http://127.0.0.1:%d/%s".formatted(probes, probe));
      eventually(() -> assertEquals("ok", client.get().body()));
    }
    assertNotEquals(List.of(), requests.requests());
    assertEquals(
        List.of(), requests.requests().stream().filter(RequestLog.Request::isWrite).toList());
    assertFalse(second.log().contains("Reconciling"), second::log);

    // A standby that is stopped leaves the lease alone.
    var holder = lease.holder();
    var third = launch(namespace, "third", LONG);
    third.awaitLog("The lease is held by");
    third.terminate();
    assertEquals(0, third.awaitExit(TO_EXIT), third::log);
    assertEquals(holder, lease.holder());

    // The lease of a killed leader runs out.
    first.kill();
    second.awaitLog("Reconciling");
    assertNotEquals(holder, lease.holder());
    reconciles(namespace, "after-death");

    // That of a stopped leader is given back, else it would hold for half an hour.
    var fourth = launch(namespace, "fourth", LONG);
    fourth.awaitLog("The lease is held by");
    second.terminate();
    assertEquals(0, second.awaitExit(TO_EXIT), second::log);
    fourth.awaitLog("Reconciling");
    reconciles(namespace, "after-stop");

    // A leader ends when it sees that another one has the lease.
    lease.give("somebody-else");
    assertNotEquals(0, fourth.awaitExit(Duration.ofMinutes(3)), fourth::log);
    assertEquals("somebody-else", lease.holder());
    assertTrue(fourth.log().contains("lost the lease"), fourth::log);
  }

  private static OperatorProcess launch(
      TestNamespace namespace, String account, List<String> flags) {
    return namespace.launch(
        namespace.identity(account),
        WATCHING,
        Stream.concat(Stream.of(namespace.lease().flags()), flags.stream()).toArray(String[]::new));
  }

  private static void reconciles(TestNamespace namespace, String primary) {
    namespace.deploy("Widget", primary, "{}");
  }
}
