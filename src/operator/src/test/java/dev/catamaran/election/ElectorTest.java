package dev.catamaran.election;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.election.LeaseServer.Failure;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Time passes when a test says so, except for the pause between two attempts. */
class ElectorTest {
  private static final ElectionTimes TIMES =
      new ElectionTimes(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofMillis(1));
  private static final ZonedDateTime NOON =
      ZonedDateTime.of(2026, 1, 1, 12, 0, 0, 0, ZoneOffset.UTC);

  private final LeaseServer server = new LeaseServer();
  private final AtomicLong now = new AtomicLong();
  private final Hold hold = new Hold(now::get);
  private final AtomicInteger elected = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private Optional<Elector> elector = Optional.empty();

  ElectorTest() throws IOException {}

  @AfterEach
  void close() {
    giveUp();
    server.close();
  }

  @Test
  void createsAMissingLease() {
    seek();

    eventually(() -> assertEquals(1, elected.get()));
    assertEquals(Optional.of("us"), server.holder());
    assertEquals(
        "POST /apis/coordination.k8s.io/v1/namespaces/ops/leases", server.requests().get(1));
    var spec = server.lease().orElseThrow().getSpec();
    assertEquals(15, spec.getLeaseDurationSeconds());
    assertEquals(0, spec.getLeaseTransitions());
  }

  @Test
  void doesNotStealALivingLease() {
    server.put(heldBy("other"));
    seek();

    for (int renewal = 1; renewal <= 3; renewal++) {
      awaitMore("GET");
      pass(Duration.ofSeconds(14));
      awaitMore("GET");
      var renewed = NOON.plusSeconds(renewal);
      server.edit(lease -> lease.editSpec().withRenewTime(renewed).endSpec());
    }
    awaitMore("GET");

    assertEquals(Optional.of("other"), server.holder());
    assertEquals(0, server.count("PUT"));
    assertEquals(0, elected.get());
  }

  @Test
  void takesALeaseThatHasExpired() {
    server.put(heldBy("other"));
    seek();
    awaitMore("GET");

    pass(Duration.ofSeconds(16));

    eventually(() -> assertEquals(1, elected.get()));
    assertEquals(Optional.of("us"), server.holder());
    assertEquals(8, server.lease().orElseThrow().getSpec().getLeaseTransitions());
  }

  @Test
  void leavesAnExpiredLeaseToTheInstanceThatWasFaster() {
    server.put(heldBy("other"));
    server.before(
        "PUT", () -> server.edit(lease -> lease.editSpec().withHolderIdentity("third").endSpec()));
    seek();
    awaitMore("GET");

    pass(Duration.ofSeconds(16));

    eventually(() -> assertEquals(1, server.count("PUT")));
    awaitMore("GET");
    assertEquals(Optional.of("third"), server.holder());
    assertEquals(1, server.count("PUT"));
    assertEquals(0, elected.get());
  }

  @Test
  void leavesAMissingLeaseToTheInstanceThatWasFaster() {
    server.before("POST", () -> server.put(heldBy("other")));
    seek();

    eventually(() -> assertEquals(1, server.count("POST")));
    awaitMore("GET");
    assertEquals(Optional.of("other"), server.holder());
    assertEquals(0, elected.get());
  }

  @Test
  void leadsOnceTheApiServerAnswers() {
    server.fail("GET", Failure.ONCE);
    seek();

    eventually(() -> assertEquals(1, elected.get()));
  }

  @Test
  void leadsWithALeaseThatItWroteWithoutAnAnswer() {
    server.fail("POST", Failure.ONCE_AFTER_ITS_EFFECT);
    seek();

    eventually(() -> assertEquals(1, elected.get()));
    assertEquals(1, server.count("POST"));
  }

  @Test
  void prolongsItsHoldWithEachRenewal() {
    lead();

    for (int i = 0; i < 3; i++) {
      var before = renewed();
      pass(Duration.ofSeconds(9));
      eventually(() -> assertEquals(Duration.ofSeconds(10), hold.left()));
      eventually(() -> assertTrue(renewed().isAfter(before), "other instances see no renewal"));
    }

    assertEquals(1, elected.get());
    assertEquals(0, lost.get());
  }

  @Test
  void countsItsHoldFromBeforeTheRequest() {
    server.before("POST", () -> pass(Duration.ofSeconds(4)));
    server.fail("PUT", Failure.ALWAYS);
    seek();

    eventually(() -> assertEquals(1, elected.get()));
    assertEquals(Duration.ofSeconds(6), hold.left());
  }

  @Test
  void doesNotProlongItsHoldWithoutASuccessfulRenewal() {
    server.fail("PUT", Failure.ALWAYS);
    lead();
    pass(Duration.ofSeconds(9));

    awaitMore("PUT");

    assertEquals(Duration.ofSeconds(1), hold.left());
    assertEquals(0, lost.get());
  }

  @ParameterizedTest
  @EnumSource(names = {"ONCE", "ONCE_AFTER_ITS_EFFECT"})
  void survivesARenewalThatFailsOrHasNoAnswer(Failure failure) {
    lead();
    server.fail("PUT", failure);
    pass(Duration.ofSeconds(9));

    eventually(() -> assertEquals(Duration.ofSeconds(10), hold.left()));
    assertEquals(Optional.of("us"), server.holder());
    assertEquals(0, lost.get());
  }

  @Test
  void isLostAtOnceWhenAnotherInstanceHoldsTheLease() {
    start(new ElectionTimes(Duration.ofHours(3), Duration.ofHours(2), TIMES.retry()), hold);
    eventually(() -> assertEquals(1, elected.get()));

    server.edit(lease -> lease.editSpec().withHolderIdentity("other").endSpec());

    eventually(() -> assertEquals(1, lost.get()));
    assertTrue(hold.isOver());
    assertEquals(Optional.of("other"), server.holder());
  }

  /** As after the restoration of a backup of etcd: the watches of this process show no change. */
  @Test
  void isLostWhenTheDataOfTheApiServerGoBack() {
    lead();
    for (int i = 0; i < 3; i++) {
      server.edit(lease -> lease.editSpec().withLeaseTransitions(7).endSpec());
      awaitMore("PUT");
    }

    server.goBack();

    eventually(() -> assertEquals(1, lost.get()));
    assertEquals(Optional.of("us"), server.holder());
  }

  @Test
  void isLostAtOnceWhenAPersonEmptiesTheLease() {
    lead();

    server.edit(lease -> lease.editSpec().withHolderIdentity("").endSpec());

    eventually(() -> assertEquals(1, lost.get()));
    assertEquals(Optional.empty(), server.holder());
  }

  @Test
  void createsADeletedLeaseAgainWhileItLeads() {
    lead();

    server.delete();

    eventually(() -> assertEquals(Optional.of("us"), server.holder()));
    assertEquals(0, lost.get());
    assertEquals(1, elected.get());
  }

  @Test
  void isLostWhenAnotherInstanceCreatesADeletedLease() {
    lead();
    server.before("POST", () -> server.put(heldBy("other")));

    server.delete();

    eventually(() -> assertEquals(1, lost.get()));
    assertEquals(Optional.of("other"), server.holder());
  }

  /** On the real clock: the watchdog's thread sleeps on it. */
  @Test
  void isLostBeforeTheLeaseEndsIfRenewalsFail() {
    var realHold = Hold.begin();
    start(
        new ElectionTimes(Duration.ofHours(1), Duration.ofSeconds(2), Duration.ofMillis(1)),
        realHold);
    eventually(() -> assertEquals(1, elected.get()));

    server.fail("PUT", Failure.ALWAYS);

    eventually(() -> assertEquals(1, lost.get()));
    assertTrue(realHold.isOver());
    assertEquals(1, elected.get());
    assertEquals(Optional.of("us"), server.holder(), "its lease lasts for an hour");
  }

  @Test
  void renewsNoMoreOnceItsHoldIsOver() {
    lead();
    server.before("PUT", () -> pass(Duration.ofSeconds(11)));

    eventually(() -> assertFalse(isLoopAlive(), "the loop of the election"));

    assertTrue(hold.isOver());
  }

  @Test
  void releasesTheLeaseAtItsEndAndAllowsNoWriteAfterwards() {
    lead();
    assertFalse(hold.isOver());

    giveUp();

    assertEquals(Optional.empty(), server.holder());
    assertEquals(1, server.lease().orElseThrow().getSpec().getLeaseDurationSeconds());
    assertTrue(hold.isOver());
    assertEquals(0, lost.get(), "the process ends in good order");
  }

  @Test
  void writesNothingAtItsEndUnlessItLed() {
    server.put(heldBy("other"));
    seek();
    awaitMore("GET");

    giveUp();

    assertEquals(Optional.of("other"), server.holder());
    assertEquals(0, server.count("PUT"));
  }

  @Test
  void doesNotReleaseTheLeaseOfAnotherInstance() {
    lead();
    server.edit(lease -> lease.editSpec().withHolderIdentity("other").endSpec());

    giveUp();

    assertEquals(Optional.of("other"), server.holder());
  }

  @Test
  void endsWithoutAnApiServerToo() {
    lead();
    server.fail("PUT", Failure.ALWAYS);

    giveUp();

    assertEquals(Optional.of("us"), server.holder());
    assertEquals(0, lost.get());
  }

  private void giveUp() {
    elector.ifPresent(Elector::giveUp);
    elector = Optional.empty();
  }

  private void lead() {
    seek();
    eventually(() -> assertEquals(1, elected.get()));
  }

  private void seek() {
    start(TIMES, hold);
  }

  private void start(ElectionTimes times, Hold ofProcess) {
    elector =
        Optional.of(
            Elector.start(
                new Elector.Place("ops", "lease"),
                "us",
                times,
                ofProcess,
                server.config(),
                new Elector.Callbacks(elected::incrementAndGet, lost::incrementAndGet)));
  }

  private static boolean isLoopAlive() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("election"));
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  /** Waits for two more requests of that method: all of the second one is later than this call. */
  private void awaitMore(String method) {
    long before = server.count(method);
    eventually(
        () -> assertTrue(server.count(method) >= before + 2, () -> server.requests().toString()));
  }

  private static Lease heldBy(String holder) {
    return new LeaseBuilder()
        .withNewMetadata()
        .withNamespace("ops")
        .withName("lease")
        .endMetadata()
        .withNewSpec()
        .withHolderIdentity(holder)
        .withLeaseDurationSeconds(15)
        .withRenewTime(NOON)
        .withLeaseTransitions(7)
        .endSpec()
        .build();
  }

  private ZonedDateTime renewed() {
    return server.lease().orElseThrow().getSpec().getRenewTime();
  }
}
