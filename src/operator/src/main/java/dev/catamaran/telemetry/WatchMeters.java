package dev.catamaran.telemetry;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.telemetry.WatchScope.ByConstant;
import dev.catamaran.telemetry.WatchScope.Durations;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.processing.Controller;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Measures the passes of one watch while it runs, chart-backed or typed: their triggers, the
 * primaries' waits, and the outcomes. Closing removes all meters of the watch, also those of a
 * {@link ReleaseMeters}.
 */
public final class WatchMeters implements Metrics, AutoCloseable {

  private enum Cause {
    ADDED,
    UPDATED,
    DELETED,
    OTHER
  }

  private enum Type {
    RECONCILE,
    CLEANUP
  }

  private final WatchScope scope;
  private final ByConstant<Cause, Counter> wakeUps;
  private final ByConstant<PassOutcome, Counter> passes;
  private final ByConstant<Type, Timer> durations;
  private final Timer waits;
  private final Map<ResourceID, Timer.Sample> waiting = new ConcurrentHashMap<>();
  private final Set<ResourceID> running = ConcurrentHashMap.newKeySet();
  private final Set<ResourceID> comingBack = ConcurrentHashMap.newKeySet();

  /** Creates the meters of a watch in {@code registry}. They replace those of an earlier start. */
  public WatchMeters(MeterRegistry registry, GroupVersionKind gvk) {
    scope = WatchScope.of(registry, gvk);
    scope.clear();
    wakeUps =
        scope.counters(
            Counter.builder("catamaran.wakeups").description("What woke custom resources"),
            "event",
            Cause.class);
    passes =
        scope.counters(
            Counter.builder("catamaran.passes").description("Passes by how they ended"),
            "outcome",
            PassOutcome.class);
    durations =
        scope.timers(
            Durations.ofShort("catamaran.pass.duration", "How long passes took"),
            "type",
            Type.class);
    waits =
        scope.timer(
            Durations.ofShort(
                "catamaran.queue.wait", "How long custom resources waited for a worker"));
    scope.gauge(
        "catamaran.queue.depth", "Custom resources that wait for a worker", waiting, Map::size);
    scope.gauge("catamaran.passes.running", "Passes that run", running, Collection::size);
  }

  @Override
  public void controllerRegistered(Controller<? extends HasMetadata> controller) {
    Cache<? extends HasMetadata> primaries =
        controller.getEventSourceManager().getControllerEventSource();
    scope.gauge(
        "catamaran.primaries",
        "Custom resources that are watched",
        primaries,
        p -> p.keys().count());
    scope.gauge(
        "catamaran.retries.pending",
        "Custom resources with an incomplete last pass, which is retried automatically",
        primaries,
        p -> comingBack.stream().filter(p::contains).count());
  }

  /** Shows how many primaries the operator may not write. */
  public <T> void showRefused(T refused, ToDoubleFunction<T> count) {
    scope.gauge(
        "catamaran.primaries.refused",
        "Custom resources that the operator may not write",
        refused,
        count);
  }

  @Override
  public void receivedEvent(Event event, Map<String, Object> metadata) {
    wakeUps.of(causeOf(event)).increment();
  }

  @Override
  public void reconcileCustomResource(
      HasMetadata primary, @Nullable RetryInfo retry, Map<String, Object> metadata) {
    waiting.putIfAbsent(ResourceID.fromResource(primary), Timer.start(scope.registry()));
  }

  @Override
  public void reconciliationExecutionStarted(HasMetadata primary, Map<String, Object> metadata) {
    var id = ResourceID.fromResource(primary);
    var since = waiting.remove(id);
    if (since != null) {
      since.stop(waits);
    }
    running.add(id);
  }

  /** Also called for a primary that was deleted while it waited: that pass never started. */
  @Override
  public void reconciliationExecutionFinished(HasMetadata primary, Map<String, Object> metadata) {
    running.remove(ResourceID.fromResource(primary));
  }

  @Override
  public <T> T timeControllerExecution(ControllerExecution<T> execution) throws Exception {
    var since = Timer.start(scope.registry());
    var outcome = PassOutcome.FAILURE;
    CurrentPass.reset();
    try {
      var result = execution.execute();
      outcome = CurrentPass.outcome();
      return result;
    } catch (Error e) {
      // The SDK catches only exceptions. After an Error it never runs another pass for this
      // primary.
      throw new OperatorException(e.toString(), e);
    } finally {
      CurrentPass.reset();
      since.stop(durations.of(typeOf(execution)));
      passes.of(outcome).increment();
      note(execution.resourceID(), outcome);
    }
  }

  @Override
  public void cleanupDoneFor(ResourceID primary, Map<String, Object> metadata) {
    waiting.remove(primary);
    comingBack.remove(primary);
  }

  @Override
  public void close() {
    scope.clear();
  }

  private void note(ResourceID primary, PassOutcome outcome) {
    switch (outcome) {
      case RETRY, FAILURE -> comingBack.add(primary);
      case SUCCESS, STALLED -> comingBack.remove(primary);
    }
  }

  private static Type typeOf(ControllerExecution<?> execution) {
    return execution.name().equals("cleanup") ? Type.CLEANUP : Type.RECONCILE;
  }

  private static Cause causeOf(Event event) {
    return event instanceof ResourceEvent change
        ? switch (change.getAction()) {
          case ADDED -> Cause.ADDED;
          case UPDATED -> Cause.UPDATED;
          case DELETED -> Cause.DELETED;
        }
        : Cause.OTHER;
  }
}
