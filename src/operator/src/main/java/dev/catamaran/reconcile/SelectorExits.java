package dev.catamaran.reconcile;

import dev.catamaran.cluster.Finalizers;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.status.Reasons;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports primaries that leave their watch's selector while they have a release. The operator no
 * longer reconciles them, so their finalizer would block a deletion without any explanation.
 */
final class SelectorExits extends AbstractEventSource<Object, OfKind>
    implements ResourceEventAware<OfKind> {
  private static final Logger log = LoggerFactory.getLogger(SelectorExits.class);

  private final EventRecorder events;
  private final Consumer<OfKind> onGone;

  /**
   * Reports exits as Events.
   *
   * @param onGone called for each primary that is gone: not all have a last pass, since anybody may
   *     remove a finalizer
   */
  SelectorExits(EventRecorder events, Consumer<OfKind> onGone) {
    super(Object.class, "exits");
    this.events = events;
    this.onGone = onGone;
  }

  /** For a watch with a selector, an object that is no longer selected counts as deleted. */
  @Override
  public void onResourceDeleted(OfKind last) {
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
