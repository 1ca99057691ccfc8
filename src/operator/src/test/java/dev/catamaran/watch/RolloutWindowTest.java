package dev.catamaran.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.watch.RolloutPolicy.Window;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RolloutWindowTest {
  /** In Berlin, 02:00 became 03:00 on 2026-03-29, and 03:00 became 02:00 on 2026-10-25. */
  @ParameterizedTest
  @CsvSource({
    "open,                             01:00, 04:00, 2026-03-29T01:30:00Z, 2026-03-29T01:30:00Z",
    "opens at the change,              02:30, 04:00, 2026-03-29T00:30:00Z, 2026-03-29T01:00:00Z",
    "part of it is left out,           02:30, 03:15, 2026-03-29T01:05:00Z, 2026-03-29T01:05:00Z",
    "all of it is left out,            02:15, 02:45, 2026-03-29T00:30:00Z, 2026-03-30T00:15:00Z",
    "over midnight,                    23:00, 02:30, 2026-03-29T00:59:00Z, 2026-03-29T00:59:00Z",
    "closes at the change,             23:00, 02:30, 2026-03-29T01:00:00Z, 2026-03-29T21:00:00Z",
    "first 02:10,                      02:30, 04:00, 2026-10-25T00:10:00Z, 2026-10-25T00:30:00Z",
    "stays open,                       02:30, 04:00, 2026-10-25T01:10:00Z, 2026-10-25T01:10:00Z",
    "opens once,                       02:15, 02:45, 2026-10-25T01:20:00Z, 2026-10-26T01:15:00Z",
  })
  void isOpenOnceADayAlsoWhenTheClocksChange(
      String what, LocalTime from, LocalTime to, Instant now, Instant opens) {
    var window = new Window(ZoneId.of("Europe/Berlin"), EnumSet.allOf(DayOfWeek.class), from, to);
    assertEquals(opens, window.opensAt(now), what);
  }
}
