package dev.catamaran.reconcile;

import dev.catamaran.cluster.HookWait;
import dev.catamaran.release.EngineCalls;
import dev.catamaran.release.PrimaryIdentity;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Ends calls that make what is not wanted any more, while they wait for a hook: those for a primary
 * that is being deleted, and those for an older spec, if nothing of the hook runs. A hook that runs
 * may be changing data. Otherwise the uninstallation or the newer spec would wait until the hook's
 * time is over. Outside of hooks a call ends soon by itself, and its last request may still be on
 * its way.
 */
final class UnwantedCalls {
  /** A pod that starts meanwhile counts. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final EngineCalls calls;
  private final Function<PrimaryIdentity, HookWait> waits;

  /** A spec may change often while a hook runs. */
  private final Set<Watched> watched = ConcurrentHashMap.newKeySet();

  /**
   * A call that is watched.
   *
   * @param ending the waits in which it is ended
   */
  private record Watched(EngineCalls.Making call, Set<HookWait> ending) {}

  /**
   * Watches {@code calls}.
   *
   * @param waits how the release of a primary waits for hooks at present
   */
  UnwantedCalls(EngineCalls calls, Function<PrimaryIdentity, HookWait> waits) {
    this.calls = calls;
    this.waits = waits;
  }

  void deleted(PrimaryIdentity primary) {
    calls.refuse(primary);
    watch(primary, Set.of(HookWait.IDLE, HookWait.RUNNING));
  }

  void superseded(PrimaryIdentity primary) {
    watch(primary, Set.of(HookWait.IDLE));
  }

  void forget(PrimaryIdentity primary) {
    calls.forget(primary);
  }

  private void watch(PrimaryIdentity primary, Set<HookWait> ending) {
    calls
        .making(primary)
        .map(call -> new Watched(call, ending))
        .filter(watched::add)
        .ifPresent(
            one -> Thread.ofVirtual().name("unwanted-call").start(() -> endOnce(one, primary)));
  }

  private void endOnce(Watched one, PrimaryIdentity primary) {
    try {
      int looks = 0;
      while (one.call().isRunning() && looks < 2) {
        Thread.sleep(BETWEEN_LOOKS);
        looks = one.ending().contains(waits.apply(primary)) ? looks + 1 : 0;
      }
      one.call().end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      watched.remove(one);
    }
  }
}
