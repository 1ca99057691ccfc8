package dev.catamaran.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PeriodicTaskTest {
  private static final PeriodicTask SWEEP =
      PeriodicTask.every(Duration.ofSeconds(10), "sweep", () -> PeriodicTask.Next.AGAIN);

  @Test
  void pausesForThePeriodAndUpToTheJitterLonger() {
    assertEquals(Duration.ofSeconds(10), SWEEP.pause(0));
    assertEquals(Duration.ofSeconds(11), SWEEP.pause(1));
    assertEquals(Duration.ofSeconds(15), SWEEP.withJitter(1).pause(0.5));
    assertEquals(Duration.ofSeconds(10), SWEEP.withJitter(0).pause(1));
  }

  @Test
  void beginsAtOnceByDefault() {
    assertEquals(PeriodicTask.First.AT_ONCE, SWEEP.first());
    assertEquals(PeriodicTask.First.AFTER_A_PERIOD, SWEEP.afterAPeriod().first());
  }

  @Test
  void refusesInvalidSettings() {
    assertRefused("a periodic task needs a name", () -> task(" ", Duration.ofSeconds(1)));
    assertRefused(
        "periodic task sweep: the period PT0S is not positive", () -> task("sweep", Duration.ZERO));
    assertRefused(
        "periodic task sweep: the jitter 1.1 is not between 0 and 1", () -> SWEEP.withJitter(1.1));
    assertRefused(
        "periodic task sweep: the jitter NaN is not between 0 and 1",
        () -> SWEEP.withJitter(Double.NaN));
  }

  private static void assertRefused(String why, Runnable made) {
    assertEquals(why, assertThrows(IllegalArgumentException.class, made::run).getMessage());
  }

  private static void task(String name, Duration period) {
    var unused = PeriodicTask.every(period, name, () -> PeriodicTask.Next.AGAIN);
  }
}
