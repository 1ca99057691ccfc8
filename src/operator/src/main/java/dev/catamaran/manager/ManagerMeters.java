package dev.catamaran.manager;

import dev.catamaran.controller.WatchedKinds;
import dev.catamaran.engine.Engine;
import dev.catamaran.reconcile.PrimaryRouter;
import dev.catamaran.rollout.Rollouts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;

/** Registry of /metrics, with the metrics of the whole manager. */
final class ManagerMeters {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final AtomicInteger watchesCurrent =
      registry.gauge("catamaran.watches.current", new AtomicInteger(1));
  private final AtomicInteger leader = registry.gauge("catamaran.leader", new AtomicInteger());

  ManagerMeters() {
    registry.getPrometheusRegistry().register(new BuildInfo());
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  /** Returns the registry of all meters. */
  MeterRegistry registry() {
    return registry;
  }

  /** Adds metrics of the primaries and their releases. */
  void show(WatchedKinds kinds, PrimaryRouter router) {
    var prometheus = registry.getPrometheusRegistry();
    prometheus.register(new PrimaryAges(() -> router.primaries(kinds::include)));
    prometheus.register(new ReleasesByState(kinds::chartBacked, router::primaries));
  }

  /** Adds metrics of the open rollouts. */
  void show(WatchedKinds kinds, Rollouts rollouts) {
    registry.getPrometheusRegistry().register(new RolloutProgress(kinds::chartBacked, rollouts));
  }

  /** Adds metrics of the processes in which Helm runs. */
  void show(Engine engine) {
    FunctionCounter.builder("catamaran.engine.starts", engine, Engine::starts)
        .description("Started processes of the engine, which runs Helm")
        .register(registry);
    Gauge.builder("catamaran.engine.memory", engine, Engine::residentBytes)
        .description("Resident memory of the engine")
        .baseUnit(BaseUnits.BYTES)
        .register(registry);
  }

  /** Sets whether the watches match the file. */
  void watchesAreCurrent(boolean current) {
    watchesCurrent.set(current ? 1 : 0);
  }

  /** Marks this instance as leader. It never returns to waiting. */
  void leads() {
    leader.set(1);
  }

  /** Returns the passes over primaries of this kind that have ended. */
  long passes(String kind) {
    return registry.find("catamaran.passes").counters().stream()
        .filter(passes -> String.valueOf(passes.getId().getTag("watch")).startsWith(kind + "."))
        .mapToLong(passes -> (long) passes.count())
        .sum();
  }

  /** Returns all metrics in Prometheus' text format. */
  String scrape() {
    return registry.scrape();
  }
}
