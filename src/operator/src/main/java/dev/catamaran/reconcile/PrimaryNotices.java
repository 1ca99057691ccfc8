package dev.catamaran.reconcile;

import dev.catamaran.cluster.Finalizers;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.primary.Primaries;
import dev.catamaran.status.Reasons;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what runs for primaries that are deleted, and reports those that leave their watch's
 * selector while they have a release: the operator no longer reconciles them, so their finalizer
 * would block a deletion without any explanation.
 */
final class PrimaryNotices extends AbstractEventSource<Object, OfKind>
    implements ResourceEventAware<OfKind> {
  private static final Logger log = LoggerFactory.getLogger(PrimaryNotices.class);

  private final EventRecorder events;
  private final UnwantedCalls calls;
  private final Consumer<OfKind> onGone;

  /**
   * Acts on changes of primaries, also during a pass.
   *
   * @param calls told of deletions and newer specs, also during a pass
   * @param onGone called for each primary that is gone: not all have a last pass, since anybody may
   *     remove a finalizer
   */
  PrimaryNotices(EventRecorder events, UnwantedCalls calls, Consumer<OfKind> onGone) {
    super(Object.class, "notices");
    this.events = events;
    this.calls = calls;
    this.onGone = onGone;
  }

  @Override
  public void onResourceUpdated(OfKind now, OfKind before) {
    if (now.getMetadata().getDeletionTimestamp() != null
        && before.getMetadata().getDeletionTimestamp() == null) {
      calls.deleted(Primaries.identity(now));
    } else if (Primaries.generation(now) != Primaries.generation(before)) {
      calls.superseded(Primaries.identity(now));
    }
  }

  /** For a watch with a selector, an object that is no longer selected counts as deleted. */
  @Override
  public void onResourceDeleted(OfKind last) {
    calls.forget(Primaries.identity(last));
    onGone.accept(last);
    var meta = last.getMetadata();
    if (meta.getDeletionTimestamp() == null && meta.getFinalizers().contains(Finalizers.OURS)) {
      var message =
          "the watch's selector does not select it any more: its release stays as it is, and if it"
              + " is deleted, the finalizer %s holds it until it is selected again"
                  .formatted(Finalizers.OURS);
      log.warn("{} {}/{}: {}", last.getKind(), meta.getNamespace(), meta.getName(), message);
      events.record(last, EventRecorder.Type.WARNING, Reasons.NOT_SELECTED, message);
    }
  }

  @Override
  public Set<Object> getSecondaryResources(OfKind primary) {
    return Set.of();
  }
}
