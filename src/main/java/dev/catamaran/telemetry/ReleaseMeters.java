package dev.catamaran.telemetry;

import dev.catamaran.api.GroupVersionKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * Measures the operations on the releases of one chart-backed watch. Its meters are removed with
 * those of the watch: see {@link WatchMeters}.
 */
public final class ReleaseMeters {

  /** An operation of Helm. */
  public enum Operation {
    INSTALL,
    UPGRADE,
    ROLLBACK,
    TEST,
    UNINSTALL
  }

  /** The way in which a drifted object was repaired. */
  public enum Repair {
    RECREATED,
    PATCHED,
    ADOPTED
  }

  private final MeterRegistry registry;
  private final ByConstant<Operation, Counter> done;
  private final ByConstant<Operation, Counter> failed;
  private final ByConstant<Operation, Timer> durations;
  private final ByConstant<Repair, Counter> repairs;

  /** Creates the meters of a watch in {@code registry}. */
  public ReleaseMeters(MeterRegistry registry, GroupVersionKind gvk) {
    var scope = WatchScope.of(registry, gvk);
    this.registry = registry;
    this.done = calls(scope, "success");
    this.failed = calls(scope, "failure");
    this.durations =
        scope.timers(
            Durations.ofLong("catamaran.engine.call.duration", "How long calls of Helm took"),
            "operation",
            Operation.class);
    this.repairs =
        scope.counters(
            Counter.builder("catamaran.drift.repairs").description("Drifted objects put back"),
            "how",
            Repair.class);
  }

  private static ByConstant<Operation, Counter> calls(WatchScope scope, String result) {
    return scope.counters(
        Counter.builder("catamaran.engine.calls")
            .description("Calls of Helm")
            .tag("result", result),
        "operation",
        Operation.class);
  }

  /** Measures a call of Helm; an exception is a failure. */
  public void call(Operation operation, Runnable work) {
    var since = Timer.start(registry);
    var ended = failed;
    try {
      work.run();
      ended = done;
    } finally {
      since.stop(durations.of(operation));
      ended.of(operation).increment();
    }
  }

  /** Counts a repaired object. */
  public void repaired(Repair how) {
    repairs.of(how).increment();
  }
}
