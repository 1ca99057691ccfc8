package dev.catamaran.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.watch.Options.RetryPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  @ParameterizedTest
  @CsvSource({"1,1", "2,2", "3,4", "4,8", "8,128", "9,256", "10,300", "11,300", "2000,300"})
  void doublesFromOneSecondUpToFiveMinutes(int failures, int seconds) {
    var policy = new RetryPolicy(SECOND, 2, LONGEST, 0);
    assertEquals(Duration.ofSeconds(seconds), policy.delay(failures, "uid"));
  }

  @Test
  void spreadsRetriesWithinTheLongestDelay() {
    var policy = new RetryPolicy(SECOND, 2, LONGEST, 0.5);
    for (int primary = 0; primary < 100; primary++) {
      var delay = policy.delay(20, "uid-" + primary);
      assertTrue(delay.compareTo(LONGEST) <= 0, delay::toString);
      assertTrue(delay.compareTo(LONGEST.dividedBy(2)) >= 0, delay::toString);
    }
    assertNotEquals(policy.delay(20, "uid-1"), policy.delay(20, "uid-2"));
    assertEquals(policy.delay(20, "uid-1"), policy.delay(20, "uid-1"));
    assertEquals(SECOND, new RetryPolicy(SECOND, 1, LONGEST, 0).delay(50, "uid"));
  }

  @Test
  void refusesShrinkingDelaysAndInvalidNumbers() {
    assertThrows(IllegalArgumentException.class, () -> new RetryPolicy(LONGEST, 2, SECOND, 0));
    assertThrows(IllegalArgumentException.class, () -> new RetryPolicy(SECOND, 0.5, LONGEST, 0));
    assertThrows(
        IllegalArgumentException.class, () -> new RetryPolicy(SECOND, Double.NaN, LONGEST, 0));
    assertThrows(IllegalArgumentException.class, () -> new RetryPolicy(SECOND, 2, LONGEST, 1));
  }
}
