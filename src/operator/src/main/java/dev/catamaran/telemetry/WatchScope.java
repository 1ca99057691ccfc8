package dev.catamaran.telemetry;

import dev.catamaran.api.GroupVersionKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.function.ToDoubleFunction;

/**
 * The meters of one watch. They carry its label. All exist from the start, so a count without
 * occurrences is 0. They are removed together.
 *
 * @param registry shows them
 * @param watch their label
 */
record WatchScope(MeterRegistry registry, Tag watch) {

  static WatchScope of(MeterRegistry registry, GroupVersionKind gvk) {
    return new WatchScope(registry, Tag.of("watch", KindLabel.of(gvk)));
  }

  Timer timer(Timer.Builder timer) {
    return timer.withRegistry(registry).withTags(Tags.of(watch));
  }

  <K extends Enum<K>> ByConstant<K, Timer> timers(
      Timer.Builder timer, String label, Class<K> constants) {
    var provider = timer.withRegistry(registry);
    return new ByConstant<>(
        constants, value -> provider.withTags(Tags.of(watch, Tag.of(label, value))));
  }

  <K extends Enum<K>> ByConstant<K, Counter> counters(
      Counter.Builder counter, String label, Class<K> constants) {
    var provider = counter.withRegistry(registry);
    return new ByConstant<>(
        constants, value -> provider.withTags(Tags.of(watch, Tag.of(label, value))));
  }

  <T> void gauge(String name, String description, T of, ToDoubleFunction<T> value) {
    Gauge.builder(name, of, value)
        .description(description)
        .tags(Tags.of(watch))
        .strongReference(true)
        .register(registry);
  }

  /** Removes every meter of the watch. */
  void clear() {
    registry.getMeters().stream()
        .filter(meter -> meter.getId().getTags().contains(watch))
        .forEach(registry::remove);
  }
}
