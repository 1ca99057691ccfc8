package dev.catamaran.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionRangeTest {
  private static final List<String> AVAILABLE =
      List.of("1.9.0", "v1.10.0", "0.3.1", "2.0.0-rc.1", "2.0.0+b1", "latest");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.9.0 | 1.9.0",
        "1.10.0 | v1.10.0",
        "2.0.0-rc.1 | 2.0.0-rc.1",
        "* | 2.0.0+b1",
        "^1.0 | v1.10.0",
        "~1.9 | 1.9.0",
        "1.x | v1.10.0",
        ">=1.0, <2 | v1.10.0",
        "'0.3 || 1.9' | 1.9.0"
      })
  void findsTheNewestMatchingVersion(String range, String newest) {
    assertEquals(Optional.of(newest), new VersionRange(range).newestOf(AVAILABLE));
  }

  @Test
  void findsNothingWithoutAMatchingVersion() {
    assertEquals(Optional.empty(), new VersionRange("^3").newestOf(AVAILABLE));
    assertEquals(Optional.empty(), new VersionRange("1.9.1").newestOf(AVAILABLE));
  }

  @Test
  void sortsTheNewestFirst() {
    assertEquals(
        List.of("2.0.0+b1", "2.0.0-rc.1", "v1.10.0", "1.9.0", "0.3.1", "latest"),
        VersionRange.sorted(AVAILABLE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.2.3", "v1.2.3-a.b+c", "^1", "~1.2", "1.x", "*", ">=1 <2", "1 - 2"})
  void acceptsVersionsAndRanges(String text) {
    assertTrue(new VersionRange(text).isValid());
  }

  @ParameterizedTest
  @ValueSource(strings = {"latest", "newest please", "{}", "^"})
  void refusesOtherText(String text) {
    assertFalse(new VersionRange(text).isValid());
  }
}
