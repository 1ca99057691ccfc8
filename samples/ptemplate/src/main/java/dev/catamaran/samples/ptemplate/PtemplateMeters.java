package dev.catamaran.samples.ptemplate;

import io.javaoperatorsdk.operator.api.reconciler.ResourceCache;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** The two metrics of the original operator, under their original names. */
final class PtemplateMeters {
  private static final String CONSUMERS = "Ptemplate_consumers";
  private static final String PASSES = "Ptemplate_reconcile_count";

  private final MeterRegistry meters;
  private final AtomicLong passes = new AtomicLong();

  PtemplateMeters(MeterRegistry meters) {
    this.meters = meters;
    // A gauge, because a counter's name would get the suffix _total.
    show(PASSES, "Passes over a Ptemplate that came to their end", passes::doubleValue);
  }

  /** Exports the number of consumers of all Ptemplates. */
  void count(ResourceCache<Ptemplate> ptemplates) {
    show(CONSUMERS, "Pods that consume devices", () -> consumers(ptemplates));
  }

  /** Counts a completed pass. */
  void passDone() {
    passes.incrementAndGet();
  }

  private static double consumers(ResourceCache<Ptemplate> ptemplates) {
    return ptemplates
        .list()
        .flatMap(ptemplate -> Optional.ofNullable(ptemplate.getStatus()).stream())
        .mapToInt(status -> status.consumers().size())
        .sum();
  }

  /**
   * Registers a gauge. Replaces the gauge of an earlier reconciler, after the kind was served
   * again.
   */
  private void show(String name, String description, Supplier<Number> value) {
    meters.find(name).meters().forEach(meters::remove);
    Gauge.builder(name, value).description(description).register(meters);
  }
}
