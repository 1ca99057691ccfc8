package dev.catamaran.telemetry;

import dev.catamaran.api.GroupVersionKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/** Counts what the informers that all watches share learn, for each kind that they watch. */
public final class InformerMeters {

  /** What became of an object. */
  public enum Change {
    ADDED,
    UPDATED,
    DELETED
  }

  /** Counts the changes of one kind. */
  public interface OfKind {
    /** An object changed. */
    void count(Change change);
  }

  private final MeterRegistry registry;

  /** Shows the meters in {@code registry}. */
  public InformerMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Those of a kind; there is one set for each, however often it is asked for. */
  public OfKind of(String apiVersion, String kind) {
    var provider =
        Counter.builder("catamaran.informer.events")
            .description("Changes that shared informers received")
            .tag("kind", KindLabel.of(GroupVersionKind.parse(apiVersion, kind)))
            .withRegistry(registry);
    var counters =
        new ByConstant<>(Change.class, value -> provider.withTags(Tags.of("event", value)));
    return change -> counters.of(change).increment();
  }
}
