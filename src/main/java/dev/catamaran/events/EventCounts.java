package dev.catamaran.events;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts in {@code catamaran_events_total} what becomes of events. */
final class EventCounts {
  private final Counter created;
  private final Counter extended;
  private final Counter suppressed;
  private final Counter dropped;

  EventCounts(MeterRegistry meters) {
    this.created = counter(meters, "created");
    this.extended = counter(meters, "extended");
    this.suppressed = counter(meters, "suppressed");
    this.dropped = counter(meters, "dropped");
  }

  /** An object was made. */
  void created() {
    created.increment();
  }

  /** An object was told its new count. */
  void extended() {
    extended.increment();
  }

  /** There were too many about one object. */
  void suppressed() {
    suppressed.increment();
  }

  /** It could not be written. */
  void dropped() {
    dropped.increment();
  }

  private static Counter counter(MeterRegistry meters, String result) {
    return Counter.builder("catamaran.events")
        .description("Kubernetes Events by result: created, extended, or not written")
        .tag("result", result)
        .register(meters);
  }
}
