package dev.catamaran.reconcile;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.telemetry.PassLog;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Lets the shared informers wake a primary of one kind. */
final class WakeUps extends AbstractEventSource<Object, OfKind> {

  private final IndexerResourceCache<OfKind> primaries;

  /** Wakes primaries from {@code primaries}. */
  WakeUps(IndexerResourceCache<OfKind> primaries) {
    super(Object.class, "releases");
    this.primaries = primaries;
  }

  /** Causes a pass over all primaries soon. */
  void wakeAll() {
    if (isRunning()) {
      primaries.list().map(ResourceID::fromResource).forEach(this::tell);
    }
  }

  /** Causes a pass over the primary soon. Ignores an unknown primary. */
  void wake(String namespace, String name) {
    if (isRunning()) {
      tell(id(namespace, name));
    }
  }

  private void tell(ResourceID primary) {
    PassLog.keptDuring(() -> getEventHandler().handleEvent(new Event(primary)));
  }

  Optional<OfKind> find(String namespace, String name) {
    return primaries.get(id(namespace, name));
  }

  /** Returns none while the kind is not reconciled. */
  Stream<OfKind> primaries() {
    return isRunning() ? primaries.list() : Stream.empty();
  }

  private static ResourceID id(String namespace, String name) {
    return new ResourceID(name, namespace.isEmpty() ? null : namespace);
  }

  @Override
  public Set<Object> getSecondaryResources(OfKind primary) {
    return Set.of();
  }
}
