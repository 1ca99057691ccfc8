package dev.catamaran.cli;

import dev.catamaran.watch.GoDuration;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations in Go's notation, such as {@code 1m30s}. */
final class DurationConverter implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String text) {
    try {
      return GoDuration.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
