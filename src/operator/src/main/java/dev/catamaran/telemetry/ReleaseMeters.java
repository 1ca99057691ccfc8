package dev.catamaran.telemetry;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.telemetry.WatchScope.ByConstant;
import dev.catamaran.telemetry.WatchScope.Durations;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.function.Supplier;

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
    COMPARE,
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
  public <T> T call(Operation operation, Supplier<T> work) {
    var since = Timer.start(registry);
    var ended = failed;
    try {
      var result = work.get();
      ended = done;
      return result;
    } finally {
      since.stop(durations.of(operation));
      ended.of(operation).increment();
    }
  }

  public void repaired(Repair how) {
    repairs.of(how).increment();
  }
}
