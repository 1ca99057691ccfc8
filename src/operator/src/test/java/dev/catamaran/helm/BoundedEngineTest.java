package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Locked;
import dev.catamaran.release.EngineFailure.Unfinished;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.UninstallOptions;
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
  private final BoundedEngine engine = new BoundedEngine(this::run);

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
        release, new UninstallOptions(timeout, true), "", Optional.empty());
  }

  private static EngineFailure refusal(BoundedEngine of, Duration timeout) {
    return assertThrows(EngineException.class, () -> of.run(uninstall(ONE, timeout))).failure();
  }

  @Test
  void allowsOneCallAtATimeForEachReleaseAlsoBesideAnotherEngine() throws Exception {
    var alongside = engine.alongside(call -> HelmCall.Result.DONE);
    var first = CompletableFuture.runAsync(() -> engine.run(uninstall(ONE, LONG)));
    assertTrue(entered.await(1, TimeUnit.MINUTES), "the call did not begin");

    assertInstanceOf(Locked.class, refusal(engine, LONG));
    assertInstanceOf(Locked.class, refusal(alongside, LONG));
    engine.run(uninstall(OTHER, LONG));
    assertEquals(Set.of(ONE), engine.running());

    mayReturn.countDown();
    first.join();
    alongside.run(uninstall(ONE, LONG));
    assertEquals(Set.of(), engine.running());
  }

  @Test
  void keepsTheReleaseOfAnOverdueCallBusy() {
    assertInstanceOf(Unfinished.class, refusal(engine, OVERDUE_AT_ONCE));
    assertEquals(Set.of(ONE), engine.running());
    assertInstanceOf(Locked.class, refusal(engine, LONG));
    mayReturn.countDown();
  }
}
