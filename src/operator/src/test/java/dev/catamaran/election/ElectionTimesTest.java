package dev.catamaran.election;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ElectionTimesTest {

  @Test
  void hasValidDefaults() {
    assertEquals(List.of(), ElectionTimes.DEFAULT.problems());
  }

  @Test
  void requiresADeadlineBelowTheLeaseDuration() {
    assertEquals(
        List.of(
            "the renew deadline of the election must be less than its lease duration PT10S, not"
                + " PT10S"),
        times(10_000, 10_000, 1000).problems());
  }

  @Test
  void requiresMoreThanOneTry() {
    assertEquals(1, times(10_000, 5_000, 5_000).problems().size());
    assertEquals(1, times(10_000, 5_000, 0).problems().size());
  }

  @Test
  void requiresWholeSeconds() {
    assertEquals(1, times(2500, 2000, 1000).problems().size());
  }

  private static ElectionTimes times(long lease, long deadline, long retry) {
    return new ElectionTimes(
        Duration.ofMillis(lease), Duration.ofMillis(deadline), Duration.ofMillis(retry));
  }
}
