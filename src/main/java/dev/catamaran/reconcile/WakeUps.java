package dev.catamaran.reconcile;

import dev.catamaran.cluster.KindClasses.OfKind;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import java.util.Set;

/** Lets the shared informers wake a primary of one kind. */
final class WakeUps extends AbstractEventSource<Object, OfKind> {

  WakeUps() {
    super(Object.class, "releases");
  }

  /** Has the primary reconciled soon; one that is not known is ignored. */
  void wake(String namespace, String name) {
    if (isRunning()) {
      getEventHandler()
          .handleEvent(new Event(new ResourceID(name, namespace.isEmpty() ? null : namespace)));
    }
  }

  @Override
  public Set<Object> getSecondaryResources(OfKind primary) {
    return Set.of();
  }
}
