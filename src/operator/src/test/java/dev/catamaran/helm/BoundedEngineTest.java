package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Kind;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmCall.UninstallOptions;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.ReleaseKey;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class BoundedEngineTest {
  private static final ReleaseKey ONE = new ReleaseKey("shop", "one");
  private static final ReleaseKey OTHER = new ReleaseKey("shop", "other");
  private static final Duration LONG = Duration.ofMinutes(5);

  /** Every call gets one extra minute. This timeout makes a call overdue at once. */
  private static final Duration OVERDUE_AT_ONCE = Duration.ofMinutes(-1);

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch mayReturn = new CountDownLatch(1);
  private final BoundedEngine bounds = new BoundedEngine();
  private final HelmEngine engine = bounds.bound(this::run);

  private HelmCall.Result run(HelmCall call) {
    if (call.release().equals(ONE)) {
      entered.countDown();
      try {
        mayReturn.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return HelmCall.Result.DONE;
  }

  private static HelmCall uninstall(ReleaseKey release, Duration timeout) {
    return new HelmCall.Uninstall(
        release, new UninstallOptions(timeout, true), "", Optional.empty(), Optional.empty());
  }

  private static Kind refusal(HelmEngine of, Duration timeout) {
    return assertThrows(EngineException.class, () -> of.run(uninstall(ONE, timeout)))
        .failure()
        .kind();
  }

  @Test
  void allowsOneCallAtATimeForEachReleaseAlsoBesideAnotherEngine() throws Exception {
    var alongside = bounds.bound(call -> HelmCall.Result.DONE);
    var first = CompletableFuture.runAsync(() -> engine.run(uninstall(ONE, LONG)));
    assertTrue(entered.await(1, TimeUnit.MINUTES), "the call did not begin");

    assertEquals(Kind.LOCKED, refusal(engine, LONG));
    assertEquals(Kind.LOCKED, refusal(alongside, LONG));
    engine.run(uninstall(OTHER, LONG));
    assertEquals(Set.of(ONE), bounds.running());

    mayReturn.countDown();
    first.join();
    alongside.run(uninstall(ONE, LONG));
    assertEquals(Set.of(), bounds.running());
  }

  @Test
  void keepsTheReleaseOfAnOverdueCallBusy() {
    assertEquals(Kind.UNFINISHED, refusal(engine, OVERDUE_AT_ONCE));
    assertEquals(Set.of(ONE), bounds.running());
    assertEquals(Kind.LOCKED, refusal(engine, LONG));
    mayReturn.countDown();
  }
}
