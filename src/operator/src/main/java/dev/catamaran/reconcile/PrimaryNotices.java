package dev.catamaran.reconcile;

import dev.catamaran.cluster.Finalizers;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.ReleaseObjects.HookWait;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.primary.Primaries;
import dev.catamaran.release.EngineCalls;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.status.Reasons;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acts on changes of primaries at once, also during a pass. Ends calls that make what is not wanted
 * any more, while they wait for a hook: those for a primary that is being deleted, and those for an
 * older spec, if nothing of the hook runs. A hook that runs may be changing data. Otherwise the
 * uninstallation or the newer spec would wait until the hook's time is over. Outside of hooks a
 * call ends soon by itself, and its last request may still be on its way.
 *
 * <p>Also reports those that leave their watch's selector while they have a release: the operator
 * no longer reconciles them, so their finalizer would block a deletion without any explanation.
 */
final class PrimaryNotices extends AbstractEventSource<Object, OfKind>
    implements ResourceEventAware<OfKind> {
  private static final Logger log = LoggerFactory.getLogger(PrimaryNotices.class);

  /** A pod that starts meanwhile counts. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private final ChartKind kind;
  private final EngineCalls calls;

  /** A spec may change often while a hook runs. */
  private final Set<Watched> watched = ConcurrentHashMap.newKeySet();

  /**
   * A call that is watched.
   *
   * @param ending the waits in which it is ended
   */
  private record Watched(EngineCalls.Making call, Set<HookWait> ending) {}

  PrimaryNotices(ChartKind kind) {
    super(Object.class, "notices");
    this.kind = kind;
    this.calls = kind.shared.history().calls();
  }

  @Override
  public void onResourceUpdated(OfKind now, OfKind before) {
    var primary = Primaries.identity(now);
    if (now.getMetadata().getDeletionTimestamp() != null
        && before.getMetadata().getDeletionTimestamp() == null) {
      calls.refuse(primary);
      endUnwanted(primary, Set.of(HookWait.IDLE, HookWait.RUNNING));
    } else if (Primaries.generation(now) != Primaries.generation(before)) {
      endUnwanted(primary, Set.of(HookWait.IDLE));
    }
  }

  /**
   * Forgets the primary: not all have a last pass, since anybody may remove a finalizer. For a
   * watch with a selector, an object that is no longer selected counts as deleted.
   */
  @Override
  public void onResourceDeleted(OfKind last) {
    calls.forget(Primaries.identity(last));
    kind.forget(last);
    var meta = last.getMetadata();
    if (meta.getDeletionTimestamp() == null && meta.getFinalizers().contains(Finalizers.OURS)) {
      var message =
          "the watch's selector does not select it any more: its release stays as it is, and if it"
              + " is deleted, the finalizer %s holds it until it is selected again"
                  .formatted(Finalizers.OURS);
      log.warn("{} {}/{}: {}", last.getKind(), meta.getNamespace(), meta.getName(), message);
      kind.shared
          .reports()
          .events()
          .record(last, EventRecorder.Type.WARNING, Reasons.NOT_SELECTED, message);
    }
  }

  @Override
  public Set<Object> getSecondaryResources(OfKind primary) {
    return Set.of();
  }

  private void endUnwanted(PrimaryIdentity primary, Set<HookWait> ending) {
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
        looks = one.ending().contains(kind.hookWait(primary)) ? looks + 1 : 0;
      }
      one.call().end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      watched.remove(one);
    }
  }
}
