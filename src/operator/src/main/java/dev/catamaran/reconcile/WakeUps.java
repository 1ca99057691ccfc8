package dev.catamaran.reconcile;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.primary.Primary;
import dev.catamaran.telemetry.PassLog;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the shared informers wake a primary of one kind. Also wakes each resting primary that has
 * changed without an event.
 */
final class WakeUps extends AbstractEventSource<Object, OfKind> {
  private static final Logger log = LoggerFactory.getLogger(WakeUps.class);

  /** For all kinds: a look at thousands of primaries takes milliseconds. */
  private static final ScheduledExecutorService LOOKS =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("resting-primaries").daemon().factory());

  private final IndexerResourceCache<OfKind> primaries;
  private final ChartKind kind;
  private Optional<Future<?>> looking = Optional.empty();

  WakeUps(IndexerResourceCache<OfKind> primaries, ChartKind kind) {
    super(Object.class, "releases");
    this.primaries = primaries;
    this.kind = kind;
  }

  @Override
  public synchronized void start() {
    super.start();
    var period = kind.period.toNanos();
    looking =
        Optional.of(
            LOOKS.scheduleWithFixedDelay(this::wakeChanged, period, period, TimeUnit.NANOSECONDS));
  }

  @Override
  public synchronized void stop() {
    super.stop();
    looking.ifPresent(looks -> looks.cancel(false));
  }

  private void wakeChanged() {
    try {
      primaries()
          .filter(kind.resting::endIfChanged)
          .map(ResourceID::fromResource)
          .forEach(this::tell);
    } catch (RuntimeException e) {
      log.warn("Changed custom resources are not found before the next look", e);
    }
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

  Optional<Primary> find(String namespace, String name) {
    return primaries.get(id(namespace, name)).map(found -> Primary.of(found, kind.source.denied()));
  }

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
