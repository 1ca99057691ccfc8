package dev.catamaran.faults;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OperatorIdentity;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.SideBySide;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** A leader without its lease stops before another replica can get it. */
class LostLeaseIT {
  private static final int PRIMARIES = 3;

  private static final Duration LEASE_AND_A_BUSY_MACHINE = Duration.ofMinutes(3);

  /** A busy machine may need ten seconds for a renewal. */
  private static final List<String> TIMES =
      List.of(
          "--leader-election-lease-duration=24s",
          "--leader-election-renew-deadline=12s",
          "--leader-election-retry-period=1s");

  private static final Watching WATCHING =
      Watching.chart(
          "Widget",
          TestChart.named("held").configMap("size", "size", "\"{{ .Values.size }}\"").path());

  /** One replica, and its proxy to the API server. */
  private record Replica(
      FaultProxy proxy, OperatorIdentity identity, RequestLog requests, OperatorProcess process) {

    List<RequestLog.Request> writes() {
      return requests.requests().stream()
          .filter(RequestLog.Request::isWrite)
          // A refused request wrote nothing.
          .filter(request -> request.code() < 300)
          .toList();
    }
  }

  @SideBySide
  void anOldLeaderStopsBeforeTheNewOneWrites(TestNamespace namespace) {
    changeLeaders(namespace, 1);
  }

  @SideBySide
  @Tag("nightly")
  void eachOldLeaderStopsBeforeTheNewOneWrites(TestNamespace namespace) {
    changeLeaders(namespace, 4);
  }

  private static void changeLeaders(TestNamespace namespace, int rounds) {
    var old = launch(namespace, "replica-0");
    old.process().awaitLog("Reconciling");
    for (int round = 1; round <= rounds; round++) {
      var next = launch(namespace, "replica-" + round);
      next.process().awaitLog("The lease is held by");
      keepBusy(namespace, round);
      breakOff(old.proxy(), round);
      change(namespace, round + 0.5);

      within(
          LEASE_AND_A_BUSY_MACHINE,
          () -> assertTrue(!next.writes().isEmpty(), () -> next.process().log()));

      var firstWrite = next.writes().getFirst().at();
      assertNotEquals(0, old.process().awaitExit(LEASE_AND_A_BUSY_MACHINE), old.process()::log);
      var tooLate =
          old.writes().stream().filter(write -> !write.at().isBefore(firstWrite)).toList();
      assertEquals(List.of(), tooLate, "writes of the old leader");
      old.proxy().close();
      old = next;
      old.process().awaitLog("Reconciling");
    }
    change(namespace, 1000);
    for (int i = 0; i < PRIMARIES; i++) {
      var name = "w" + i;
      eventually(() -> assertEquals("1000", namespace.data(name + "-size").get("size")));
      namespace.awaitReady("Widget", name);
    }
    old.process().close();
    old.proxy().close();
  }

  @SideBySide
  @Tag("nightly")
  void aLeaderPausedForLongerThanItsLeaseExitsWithoutAWrite(TestNamespace namespace) {
    var paused = launch(namespace, "paused");
    paused.process().awaitLog("Reconciling");
    change(namespace, 1);
    // A running call of Helm continues until the process ends, so all calls must be complete.
    for (int i = 0; i < PRIMARIES; i++) {
      namespace.awaitReady("Widget", "w" + i);
    }
    paused.process().pause();

    var next = launch(namespace, "next");
    within(
        LEASE_AND_A_BUSY_MACHINE,
        () -> assertTrue(!next.writes().isEmpty(), () -> next.process().log()));
    change(namespace, 2);
    eventually(() -> assertEquals("2", namespace.data("w0-size").get("size")));
    // The paused replica learns of this deletion first after it continues.
    namespace.client().configMaps().inNamespace(namespace.name()).withName("w0-size").delete();
    var resumed = Instant.now();
    paused.process().resume();

    assertEquals(1, paused.process().awaitExit(LEASE_AND_A_BUSY_MACHINE), paused.process()::log);
    assertEquals(
        List.of(),
        paused.writes().stream().filter(write -> write.at().isAfter(resumed)).toList(),
        "a paused leader must not write after it continues");
    eventually(() -> assertEquals("2", namespace.data("w0-size").get("size")));
    paused.proxy().close();
    next.process().close();
    next.proxy().close();
  }

  /** In every second round only the answers are lost: the API server still executes requests. */
  private static void breakOff(FaultProxy proxy, int round) {
    if (round % 2 == 0) {
      proxy.blackHole(Direction.TO_OPERATOR);
    } else {
      proxy.blackHole();
    }
  }

  private static void keepBusy(TestNamespace namespace, int round) {
    for (int i = 0; i < 5; i++) {
      change(namespace, round + i / 100.0);
    }
  }

  private static void change(TestNamespace namespace, double n) {
    var written = n == Math.rint(n) ? Long.toString(Math.round(n)) : Double.toString(n);
    for (int i = 0; i < PRIMARIES; i++) {
      namespace.apply("Widget", "w" + i, "{size: \"%s\"}".formatted(written));
    }
  }

  private static Replica launch(TestNamespace namespace, String account) {
    var direct = namespace.identity(account);
    var proxy = FaultProxy.before(namespace.cluster());
    var process = namespace.launch(proxy.identity(direct), WATCHING, flags(namespace));
    return new Replica(proxy, proxy.identity(direct), RequestLog.of(direct), process);
  }

  private static String[] flags(TestNamespace namespace) {
    return Stream.concat(Arrays.stream(namespace.lease().flags()), TIMES.stream())
        .toArray(String[]::new);
  }
}
