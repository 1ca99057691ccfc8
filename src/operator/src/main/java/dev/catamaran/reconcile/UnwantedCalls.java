package dev.catamaran.reconcile;

import dev.catamaran.cluster.HookWait;
import dev.catamaran.release.EngineCalls;
import dev.catamaran.release.PrimaryIdentity;
import java.time.Duration;
import java.util.Set;
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

  /**
   * Watches {@code calls}.
   *
   * @param waits how the release of a primary waits for hooks at present
   */
  UnwantedCalls(EngineCalls calls, Function<PrimaryIdentity, HookWait> waits) {
    this.calls = calls;
    this.waits = waits;
  }

  /** Notes that the deletion of a primary has begun. */
  void deleted(PrimaryIdentity primary) {
    calls.refuse(primary);
    watch(primary, Set.of(HookWait.IDLE, HookWait.RUNNING));
  }

  /** Notes that a primary has a newer spec. */
  void superseded(PrimaryIdentity primary) {
    watch(primary, Set.of(HookWait.IDLE));
  }

  /** Forgets a primary that is gone. */
  void forget(PrimaryIdentity primary) {
    calls.forget(primary);
  }

  private void watch(PrimaryIdentity primary, Set<HookWait> ending) {
    calls
        .making(primary)
        .ifPresent(
            call ->
                Thread.ofVirtual()
                    .name("unwanted-call")
                    .start(() -> endOnce(call, primary, ending)));
  }

  private void endOnce(EngineCalls.Making call, PrimaryIdentity primary, Set<HookWait> ending) {
    try {
      int looks = 0;
      while (call.isRunning() && looks < 2) {
        Thread.sleep(BETWEEN_LOOKS);
        looks = ending.contains(waits.apply(primary)) ? looks + 1 : 0;
      }
      call.end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
