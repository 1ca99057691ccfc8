package dev.catamaran.telemetry;

import dev.catamaran.api.GroupVersionKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
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

  /** Histograms of durations, with few buckets: each bucket is a time series for each watch. */
  static final class Durations {
    private static final Duration[] SHORT = millis(5, 25, 100, 500, 1_000, 5_000, 15_000, 60_000);
    private static final Duration[] LONG =
        millis(100, 500, 1_000, 2_500, 5_000, 15_000, 60_000, 300_000);

    private Durations() {}

    /** Returns a timer for durations of milliseconds to seconds. */
    static Timer.Builder ofShort(String name, String description) {
      return Timer.builder(name).description(description).serviceLevelObjectives(SHORT);
    }

    /** Returns a timer for durations of seconds to minutes. */
    static Timer.Builder ofLong(String name, String description) {
      return Timer.builder(name).description(description).serviceLevelObjectives(LONG);
    }

    private static Duration[] millis(long... millis) {
      return Arrays.stream(millis).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
    }
  }

  /**
   * A meter for each constant of an enum.
   *
   * @param <K> the enum
   * @param <M> the kind of meter
   */
  static final class ByConstant<K extends Enum<K>, M extends Meter> {
    private final Map<K, M> meters;

    ByConstant(Class<K> type, Function<String, M> meter) {
      this.meters = new EnumMap<>(type);
      for (var constant : type.getEnumConstants()) {
        meters.put(constant, meter.apply(constant.name().toLowerCase(Locale.ROOT)));
      }
    }

    M of(K constant) {
      return Objects.requireNonNull(meters.get(constant));
    }
  }
}
