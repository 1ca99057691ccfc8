package dev.catamaran.manager;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.controller.WatchedKinds;
import dev.catamaran.engine.Engine;
import dev.catamaran.reconcile.PrimaryRouter;
import dev.catamaran.rollout.Rollouts;
import dev.catamaran.status.ByVersion;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.status.ReportedState;
import dev.catamaran.telemetry.KindLabel;
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
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Registry of /metrics, with the metrics of the whole manager. */
final class ManagerMeters {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final AtomicInteger watchesCurrent =
      registry.gauge("catamaran.watches.current", new AtomicInteger(1));
  private final ByVersion<ReportedState> states = new ByVersion<>();
  private final AtomicInteger leader = registry.gauge("catamaran.leader", new AtomicInteger());

  ManagerMeters() {
    Info.builder()
        .name("catamaran_build_info")
        .help("Which version runs")
        .labelNames("version")
        .register(registry.getPrometheusRegistry())
        .setLabelValues(version().orElse("development"));
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  MeterRegistry registry() {
    return registry;
  }

  /** Returns the running version; empty if it was not packaged. */
  static Optional<String> version() {
    return Optional.ofNullable(ManagerMeters.class.getPackage().getImplementationVersion());
  }

  /** Adds metrics of the primaries, their releases and the open rollouts. */
  void show(WatchedKinds kinds, PrimaryRouter router, Rollouts rollouts) {
    // As the Go helm-operator does.
    gauge("resource_created_at_seconds", "When a custom resource was made, in seconds since 1970")
        .labelNames("name", "namespace", "group", "version", "kind")
        .callback(ages -> router.primaries(kinds::include).forEach(primary -> age(primary, ages)))
        .register(registry.getPrometheusRegistry());
    gauge("catamaran_releases", "Releases by their state")
        .labelNames("watch", "state")
        .callback(counts -> count(kinds.chartBacked(), router, counts))
        .register(registry.getPrometheusRegistry());
    gauge("catamaran_rollout_primaries", "Custom resources of open rollouts by how far they are")
        .labelNames("watch", "state")
        .callback(
            counts ->
                kinds
                    .chartBacked()
                    .forEach(
                        gvk ->
                            rollouts
                                .progress(gvk)
                                .forEach(
                                    (state, count) ->
                                        counts.call(count, KindLabel.of(gvk), state))))
        .register(registry.getPrometheusRegistry());
  }

  /** Reads memory at each scrape, so nothing is reported that is gone. */
  private static GaugeWithCallback.Builder gauge(String name, String help) {
    return GaugeWithCallback.builder().name(name).help(help);
  }

  private static void age(OfKind primary, GaugeWithCallback.Callback ages) {
    var meta = primary.getMetadata();
    var gvk = GroupVersionKind.parse(primary.getApiVersion(), primary.getKind());
    ages.call(
        (double) Instant.parse(meta.getCreationTimestamp()).getEpochSecond(),
        meta.getName(),
        Optional.ofNullable(meta.getNamespace()).orElse(""),
        gvk.group(),
        gvk.version(),
        gvk.kind());
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

  /** Reports whether the watches match the file. */
  void watchesAreCurrent(boolean current) {
    watchesCurrent.set(current ? 1 : 0);
  }

  /** Marks this instance as leader. It never returns to waiting. */
  void leads() {
    leader.set(1);
  }

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

  /** Counts the releases of each chart-backed watch by the state in their primaries' status. */
  private void count(
      List<GroupVersionKind> chartBacked, PrimaryRouter router, GaugeWithCallback.Callback gauge) {
    for (var gvk : chartBacked) {
      var counts =
          router
              .primaries(gvk)
              .map(primary -> states.of(primary, () -> state(primary)))
              .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
      for (var state : ReportedState.values()) {
        gauge.call(
            counts.getOrDefault(state, 0L),
            KindLabel.of(gvk),
            state.name().toLowerCase(Locale.ROOT));
      }
    }
    states.retain(chartBacked.stream().flatMap(router::primaries).toList());
  }

  private static ReportedState state(OfKind primary) {
    return ReportedState.of(
        ReleaseStatus.of(primary, Instant.EPOCH), primary.isMarkedForDeletion());
  }
}
