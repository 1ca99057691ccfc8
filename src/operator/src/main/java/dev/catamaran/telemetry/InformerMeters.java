package dev.catamaran.telemetry;

import dev.catamaran.api.GroupVersionKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/** Counts the changes that the shared informers receive, for each watched kind. */
public final class InformerMeters {

  /** A change of an object. */
  public enum Change {
    ADDED,
    UPDATED,
    DELETED
  }

  /** Counts the changes of one kind. */
  public interface OfKind {
    /** Counts a change of an object. */
    void count(Change change);
  }

  private final MeterRegistry registry;

  /** Creates the meters in {@code registry}. */
  public InformerMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Returns the counters of a kind; repeated calls share one set. */
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
