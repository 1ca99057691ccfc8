package dev.catamaran.events;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts the results of Events in {@code catamaran_events_total}. */
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

  /** Counts a created object. */
  void created() {
    created.increment();
  }

  /** Counts an update of an object's count. */
  void extended() {
    extended.increment();
  }

  /** Counts an Event above the limit for one object. */
  void suppressed() {
    suppressed.increment();
  }

  /** Counts an Event that could not be written. */
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
