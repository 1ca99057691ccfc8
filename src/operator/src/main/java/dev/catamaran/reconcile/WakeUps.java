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
  private final RestingPrimaries resting;

  /**
   * Wakes primaries from {@code primaries}.
   *
   * @param resting those whose passes are left out until then
   */
  WakeUps(IndexerResourceCache<OfKind> primaries, RestingPrimaries resting) {
    super(Object.class, "releases");
    this.primaries = primaries;
    this.resting = resting;
  }

  /** Causes a pass over all primaries soon. */
  void wakeAll() {
    resting.wakeAll();
    if (isRunning()) {
      primaries.list().map(ResourceID::fromResource).forEach(this::tell);
    }
  }

  /** Causes a pass over the primary soon. Ignores an unknown primary. */
  void wake(String namespace, String name) {
    resting.wake(id(namespace, name));
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
