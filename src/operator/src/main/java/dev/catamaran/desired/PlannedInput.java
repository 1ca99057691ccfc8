package dev.catamaran.desired;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.catamaran.chart.Values;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * What a plan records of a primary. The marks show nothing of what they are of.
 *
 * @param own mark of its spec and of its annotation {@code values-from}: of what its author writes
 * @param given mark of the values from Secrets and ConfigMaps; empty if these cannot be used
 */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
public record PlannedInput(String own, String given) {
  private static final int DIGITS = 16;

  static PlannedInput of(String own, Values given) {
    return new PlannedInput(mark(own), mark(given.digest()));
  }

  static PlannedInput unusable(String own) {
    return new PlannedInput(mark(own), "");
  }

  private static String mark(String text) {
    return DigestUtils.sha256Hex(text).substring(0, DIGITS);
  }
}
