package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Locked;
import dev.catamaran.release.EngineFailure.Rejected;
import dev.catamaran.release.EngineFailure.Unfinished;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.UninstallOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

@Timeout(180)
class BoundedEngineTest {
  private static final ReleaseKey ONE = new ReleaseKey("shop", "one");
  private static final ReleaseKey OTHER = new ReleaseKey("shop", "other");
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** Every call gets one extra minute. This timeout makes a call overdue at once. */
  private static final Duration OVERDUE_AT_ONCE = Duration.ofMinutes(-1);

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch mayReturn = new CountDownLatch(1);
  private final BoundedEngine engine = new BoundedEngine(new Uninstaller(this::block));

  /** Runs {@code work} for release {@link #ONE}. Other releases get no work. */
  private record Uninstaller(Runnable work) implements HelmEngine {
    @Override
    public HelmCall.Result run(HelmCall call) {
      if (call.release().equals(ONE)) {
        work.run();
      }
      return HelmCall.Result.DONE;
    }
  }

  private static UninstallOptions within(Duration timeout) {
    return new UninstallOptions(timeout, true);
  }

  @AfterEach
  void finishTheCall() {
    mayReturn.countDown();
  }

  @Test
  void refusesASecondCallForAReleaseWhileTheFirstRuns() throws Exception {
    var first = begin();

    var refusal =
        assertThrows(
            EngineException.class, () -> engine.run(new HelmCall.Uninstall(ONE, within(TIMEOUT))));

    assertInstanceOf(Locked.class, refusal.failure());
    assertTrue(refusal.failure().message().contains("shop/one"), refusal.failure().message());
    mayReturn.countDown();
    first.join();
  }

  @Test
  void refusesASecondCallFromAnEngineAlongside() throws Exception {
    var first = begin();
    var other = engine.alongside(new Uninstaller(() -> {}));

    assertThrows(
        EngineException.class, () -> other.run(new HelmCall.Uninstall(ONE, within(TIMEOUT))));

    mayReturn.countDown();
    first.join();
    other.run(new HelmCall.Uninstall(ONE, within(TIMEOUT)));
    assertEquals(Set.of(), engine.running());
  }

  @Test
  void reportsRunningAndReturnedCalls() throws Exception {
    var before = Instant.now();
    var first = begin();
    assertTrue(engine.isRunning(ONE));
    var meanwhile = Instant.now();
    assertFalse(engine.hasReturned(ONE, meanwhile));

    mayReturn.countDown();
    first.join();

    assertFalse(engine.isRunning(ONE));
    assertTrue(engine.hasReturned(ONE, meanwhile));
    assertFalse(engine.hasReturned(ONE, before.minusSeconds(1)), "before the start of the call");
    assertFalse(engine.hasReturned(ONE, Instant.now().plusSeconds(1)), "after the end of the call");
    assertFalse(engine.hasReturned(OTHER, meanwhile));
  }

  @Test
  void passesTheLogContextToTheCall() {
    var seen = new CompletableFuture<String>();
    MDC.put("trace_id", "4711");
    try {
      new BoundedEngine(new Uninstaller(() -> seen.complete(MDC.get("trace_id"))))
          .run(new HelmCall.Uninstall(ONE, within(TIMEOUT)));
    } finally {
      MDC.remove("trace_id");
    }
    assertEquals("4711", seen.join());
  }

  @Test
  void runsCallsForOtherReleasesInParallel() throws Exception {
    var first = begin();
    engine.run(new HelmCall.Uninstall(OTHER, within(TIMEOUT)));
    assertFalse(first.isDone());
    mayReturn.countDown();
    first.join();
  }

  @Test
  void acceptsTheNextCallAfterTheFirstReturned() throws Exception {
    var first = begin();
    mayReturn.countDown();
    first.join();
    engine.run(new HelmCall.Uninstall(ONE, within(TIMEOUT)));
    assertEquals(Set.of(), engine.running());
  }

  @Test
  void namesTheReleasesOfItsCalls() throws Exception {
    assertEquals(Set.of(), engine.running());
    var call = begin();
    assertEquals(Set.of(ONE), engine.running());
    mayReturn.countDown();
    call.join();
    assertEquals(Set.of(), engine.running());
  }

  @Test
  void namesTheReleaseOfAnOverdueCall() {
    var failure =
        assertThrows(
            EngineException.class,
            () -> engine.run(new HelmCall.Uninstall(ONE, within(OVERDUE_AT_ONCE))));

    assertInstanceOf(Unfinished.class, failure.failure());
    assertEquals(Set.of(ONE), engine.running());
    var refusal =
        assertThrows(
            EngineException.class, () -> engine.run(new HelmCall.Uninstall(ONE, within(TIMEOUT))));
    assertInstanceOf(Locked.class, refusal.failure());
  }

  @Test
  void rethrowsTheExceptionOfTheEngine() {
    var thrown = new EngineException(new Rejected("no"));
    var failing =
        new BoundedEngine(
            new Uninstaller(
                () -> {
                  throw thrown;
                }));
    assertSame(
        thrown,
        assertThrows(
            EngineException.class,
            () -> failing.run(new HelmCall.Uninstall(ONE, within(TIMEOUT)))));
    assertEquals(Set.of(), failing.running());
  }

  @Test
  void endsACallOnDemandAndRefusesFurtherOnes() throws Exception {
    var primary = DesiredReleaseFixture.desired(Optional.empty()).primary();
    var upgrade = new HelmCall.Upgrade(DesiredReleaseFixture.desired(Optional.empty()));
    var blocking =
        new BoundedEngine(
            call -> {
              block();
              throw new EngineException(new Unfinished("ended"));
            });
    var call =
        CompletableFuture.supplyAsync(
            () -> assertThrows(EngineException.class, () -> blocking.run(upgrade)));
    assertTrue(entered.await(1, TimeUnit.MINUTES));

    blocking.refuse(primary);
    assertEquals(Set.of(upgrade.release()), blocking.running());
    blocking.making(primary).orElseThrow().end();

    assertInstanceOf(Unfinished.class, call.get(1, TimeUnit.MINUTES).failure());
    assertEquals(Set.of(), blocking.running());
    var next = assertThrows(EngineException.class, () -> blocking.run(upgrade));
    assertTrue(next.failure().message().contains("is being deleted"), next.failure()::message);
    mayReturn.countDown();
    blocking.forget(primary);
    var later = assertThrows(EngineException.class, () -> blocking.run(upgrade));
    assertEquals("ended", later.failure().message());
  }

  @Test
  void reportsAnInterruptAndKeepsTheInterruptFlag() {
    Thread.currentThread().interrupt();
    var failure =
        assertThrows(
            EngineException.class, () -> engine.run(new HelmCall.Uninstall(ONE, within(TIMEOUT))));
    assertInstanceOf(Unfinished.class, failure.failure());
    assertTrue(Thread.interrupted());
  }

  private CompletableFuture<Void> begin() throws InterruptedException {
    var call =
        CompletableFuture.runAsync(() -> engine.run(new HelmCall.Uninstall(ONE, within(TIMEOUT))));
    assertTrue(entered.await(1, TimeUnit.MINUTES), "the call did not begin");
    return call;
  }

  private void block() {
    entered.countDown();
    try {
      assertTrue(mayReturn.await(2, TimeUnit.MINUTES), "the test did not finish the call");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
