package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.release.RemediationPolicy.InstallRemedy;
import dev.catamaran.release.RemediationPolicy.UpgradeRemedy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BudgetTest {
  private static final Backoff.Delays DELAYS =
      failures -> Duration.ofSeconds(Math.min(300, 1L << Math.min(failures - 1, 9)));
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static RemediationPolicy retries(int retries) {
    return new RemediationPolicy(InstallRemedy.RETRY, UpgradeRemedy.RETRY, retries);
  }

  private static Budget after(int failures, int hindered, RemediationPolicy policy, Instant now) {
    return Budget.of(
        Optional.of(new Backoff("a", failures, hindered, NOW)), "a", policy, DELAYS, now);
  }

  @Test
  void isUntouchedByFailuresOfOtherInput() {
    var failures = Optional.of(new Backoff("b", 5, 0, NOW));
    assertEquals(new Budget.Untouched(), Budget.of(failures, "a", retries(0), DELAYS, NOW));
    assertEquals(new Budget.Untouched(), Budget.of(Optional.empty(), "a", retries(0), DELAYS, NOW));
  }

  @Test
  void isHeldUntilTheDelayIsOverAndThenLeft() {
    assertEquals(
        new Budget.HeldUntil(NOW.plusSeconds(4)), after(3, 0, retries(10), NOW.plusSeconds(3)));
    assertEquals(new Budget.Left(), after(3, 0, retries(10), NOW.plusSeconds(4)));
  }

  @Test
  void isSpentAfterTheFirstFailureAndAllRetries() {
    assertEquals(new Budget.Left(), after(2, 0, retries(2), NOW.plusSeconds(60)));
    assertEquals(
        new Budget.Spent(3, Optional.empty()), after(3, 0, retries(2), NOW.plusSeconds(60)));
    assertEquals(
        new Budget.Spent(1, Optional.of(NOW.plusSeconds(1))), after(1, 0, retries(0), NOW));
  }

  @Test
  void isNeverSpentByHindrances() {
    assertEquals(new Budget.Left(), after(50, 50, retries(0), NOW.plusSeconds(60)));
  }

  @Test
  void isUnlimitedWithNegativeRetries() {
    assertEquals(new Budget.Left(), after(500, 0, retries(-1), NOW.plusSeconds(600)));
  }
}
