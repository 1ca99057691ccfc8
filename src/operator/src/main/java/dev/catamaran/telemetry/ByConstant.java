package dev.catamaran.telemetry;

import io.micrometer.core.instrument.Meter;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * A meter for each constant of an enum.
 *
 * @param <K> the enum
 * @param <M> the kind of meter
 */
final class ByConstant<K extends Enum<K>, M extends Meter> {
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
