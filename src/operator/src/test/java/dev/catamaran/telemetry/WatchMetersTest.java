package dev.catamaran.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.telemetry.ReleaseMeters.Operation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.javaoperatorsdk.operator.api.monitoring.Metrics.ControllerExecution;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceAction;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceEvent;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WatchMetersTest {
  private static final GroupVersionKind WIDGET =
      new GroupVersionKind("test.catamaran.dev", "v1", "Widget");
  private static final GroupVersionKind GADGET =
      new GroupVersionKind("test.catamaran.dev", "v1", "Gadget");
  private static final ResourceID ID = new ResourceID("one", "here");
  private static final ConfigMap PRIMARY =
      new ConfigMapBuilder().withNewMetadata().withName("one").withNamespace("here").and().build();

  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
  private final WatchMeters meters = new WatchMeters(registry, WIDGET);

  @Test
  void showsZeroBeforeAnythingHappens() {
    assertEquals(0, passes("failure"));
    assertEquals(0, wakeUps("deleted"));
    assertEquals(0, registry.get("catamaran.queue.wait").timer().count());
  }

  @Test
  void countsPassesByOutcome() throws Exception {
    pass("reconcile", () -> "no outcome is set");
    pass("reconcile", () -> ending(PassOutcome.RETRY));
    pass("cleanup", () -> ending(PassOutcome.STALLED));

    assertEquals(1, passes("success"));
    assertEquals(1, passes("retry"));
    assertEquals(1, passes("stalled"));
    assertEquals(2, timed("reconcile"));
    assertEquals(1, timed("cleanup"));
  }

  @Test
  void countsAPassThatThrowsAsAFailure() {
    assertThrows(
        IllegalStateException.class,
        () ->
            pass(
                "reconcile",
                () -> {
                  CurrentPass.endsIn(PassOutcome.SUCCESS);
                  throw new IllegalStateException("no");
                }));

    assertEquals(1, passes("failure"));
    assertEquals(0, passes("success"));
  }

  @Test
  void measuresTheWaitForAWorker() {
    meters.reconcileCustomResource(PRIMARY, null, Map.of());
    assertEquals(1, gauge("catamaran.queue.depth"));
    clock.add(Duration.ofSeconds(3));

    meters.reconciliationExecutionStarted(PRIMARY, Map.of());

    assertEquals(0, gauge("catamaran.queue.depth"));
    assertEquals(1, gauge("catamaran.passes.running"));
    assertEquals(3, registry.get("catamaran.queue.wait").timer().totalTime(TimeUnit.SECONDS));
    meters.reconciliationExecutionFinished(PRIMARY, Map.of());
    assertEquals(0, gauge("catamaran.passes.running"));
  }

  @Test
  void forgetsAPrimaryDeletedInTheQueue() {
    meters.reconcileCustomResource(PRIMARY, null, Map.of());

    meters.cleanupDoneFor(ID, Map.of());

    assertEquals(0, gauge("catamaran.queue.depth"));
  }

  @Test
  void countsWakeUpsByEvent() {
    meters.receivedEvent(new ResourceEvent(ResourceAction.ADDED, ID, PRIMARY), Map.of());
    meters.receivedEvent(new Event(ID), Map.of());

    assertEquals(1, wakeUps("added"));
    assertEquals(1, wakeUps("other"));
  }

  @Test
  void removesItsMetersWhenItsWatchStops() {
    new ReleaseMeters(registry, WIDGET).call(Operation.INSTALL, () -> "done");
    var other = new WatchMeters(registry, GADGET);

    meters.close();

    assertEquals(List.of(), of("Widget.v1.test.catamaran.dev"));
    assertEquals(false, of("Gadget.v1.test.catamaran.dev").isEmpty());
    other.close();
    assertEquals(List.of(), registry.getMeters());
  }

  @Test
  void replacesTheMetersOfAnEarlierStart() {
    meters.reconcileCustomResource(PRIMARY, null, Map.of());

    var again = new WatchMeters(registry, WIDGET);

    assertEquals(0, gauge("catamaran.queue.depth"));
    again.reconcileCustomResource(PRIMARY, null, Map.of());
    assertEquals(1, gauge("catamaran.queue.depth"));
  }

  @Test
  void countsHelmCallsByResult() {
    var releases = new ReleaseMeters(registry, WIDGET);
    releases.call(Operation.UPGRADE, () -> clock.add(Duration.ofSeconds(2)));
    assertThrows(
        IllegalStateException.class,
        () ->
            releases.call(
                Operation.UPGRADE,
                () -> {
                  throw new IllegalStateException("no");
                }));

    assertEquals(1, calls("success"));
    assertEquals(1, calls("failure"));
    var duration =
        registry.get("catamaran.engine.call.duration").tag("operation", "upgrade").timer();
    assertEquals(2, duration.max(TimeUnit.SECONDS));
  }

  private static String ending(PassOutcome outcome) {
    CurrentPass.endsIn(outcome);
    return "";
  }

  private void pass(String type, Callable<String> work) throws Exception {
    meters.timeControllerExecution(new Execution(type, work));
  }

  private record Execution(String name, Callable<String> work)
      implements ControllerExecution<String> {
    @Override
    public String controllerName() {
      return "widget-controller";
    }

    @Override
    public String successTypeName(String result) {
      return result;
    }

    @Override
    public ResourceID resourceID() {
      return ID;
    }

    @Override
    public Map<String, Object> metadata() {
      return Map.of();
    }

    @Override
    public String execute() throws Exception {
      return work.call();
    }
  }

  private List<Meter.Id> of(String watch) {
    return registry.getMeters().stream()
        .map(Meter::getId)
        .filter(id -> watch.equals(id.getTag("watch")))
        .toList();
  }

  private double passes(String outcome) {
    return registry.get("catamaran.passes").tag("outcome", outcome).counter().count();
  }

  private double calls(String result) {
    return registry
        .get("catamaran.engine.calls")
        .tags("operation", "upgrade", "result", result)
        .counter()
        .count();
  }

  private double wakeUps(String event) {
    return registry.get("catamaran.wakeups").tag("event", event).counter().count();
  }

  private long timed(String type) {
    return registry.get("catamaran.pass.duration").tag("type", type).timer().count();
  }

  private double gauge(String name) {
    return registry.get(name).gauge().value();
  }
}
