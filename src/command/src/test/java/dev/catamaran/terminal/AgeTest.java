package dev.catamaran.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgeTest {

  /** The cases of kubectl's own test (apimachinery, util/duration), and some more. */
  @ParameterizedTest
  @CsvSource({
    "-PT2S, <invalid>",
    "-PT1S, 0s",
    "PT0S, 0s",
    "PT119S, 119s",
    "PT120S, 2m",
    "PT192S, 3m12s",
    "PT9M59S, 9m59s",
    "PT10M30S, 10m",
    "PT2H59M, 179m",
    "PT3H, 3h",
    "PT7H30M, 7h30m",
    "PT47H59M, 47h",
    "PT48H, 2d",
    "PT50H, 2d2h",
    "P8DT3H, 8d",
    "P729D, 729d",
    "P730D, 2y",
    "P800D, 2y70d",
    "P3000D, 8y",
  })
  void isWrittenAsInKubectl(Duration age, String text) {
    assertEquals(text, Age.of(age));
  }

  @Test
  void isMeasuredByTheClock() {
    var clock = Clock.fixed(Instant.parse("2026-01-01T00:03:12Z"), ZoneOffset.UTC);
    assertEquals("3m12s", Age.since("2026-01-01T00:00:00Z", clock));
    assertEquals("<unknown>", Age.since("", clock));
  }
}
