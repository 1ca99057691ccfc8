package dev.catamaran.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {

  @ParameterizedTest
  @CsvSource({
    "1m30s, PT1M30S, 1m30s",
    "500ms, PT0.5S, 500ms",
    "1h, PT1H, 1h0m0s",
    "0, PT0S, 0s",
    "-0, PT0S, 0s",
    "1.5h, PT1H30M, 1h30m0s",
    ".5s, PT0.5S, 500ms",
    "1.s, PT1S, 1s",
    "90s, PT1M30S, 1m30s",
    "1s500ms, PT1.5S, 1.5s",
    "-1m, PT-1M, -1m0s",
    "+2s, PT2S, 2s",
    "1500us, PT0.0015S, 1.5ms",
    "3µs, PT0.000003S, 3µs",
    "7ns, PT0.000000007S, 7ns",
    "1h0m0.001s, PT1H0.001S, 1h0m0.001s"
  })
  void readsAndWritesAsGoDoes(String text, Duration duration, String written) {
    assertEquals(duration, GoDuration.parse(text));
    assertEquals(written, GoDuration.format(duration));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1x", "", "5", "s", "1m 30s", "1,5s", ".s", "--1s", "PT1M", "1d", "-"})
  void refusesWhatGoRefuses(String text) {
    var e = assertThrows(IllegalArgumentException.class, () -> GoDuration.parse(text));
    assertEquals("invalid duration \"" + text + "\"", e.getMessage());
  }

  @Test
  void refusesALongTextQuickly() {
    for (var text : List.of("1".repeat(200_000), "1s".repeat(100_000))) {
      assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () -> assertThrows(IllegalArgumentException.class, () -> GoDuration.parse(text)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2562048h", "9223372036854775808ns"})
  void refusesDurationsBeyondTheRangeOfGo(String text) {
    assertThrows(IllegalArgumentException.class, () -> GoDuration.parse(text));
  }
}
