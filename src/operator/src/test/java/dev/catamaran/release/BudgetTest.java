package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.release.RemediationPolicy.InstallRemedy;
import dev.catamaran.release.RemediationPolicy.UpgradeRemedy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetTest {
  private static final Backoff.Delays DELAYS =
      failures -> Duration.ofSeconds(Math.min(300, 1L << Math.min(failures - 1, 9)));
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  /** Retries that are allowed; failures and hindrances of the input; seconds since the last. */
  @ParameterizedTest
  @CsvSource({
    "10,  3,   0,  3,  HeldUntil 4",
    "10,  3,   0,  4,  Left",
    "2,   2,   0,  60, Left",
    "2,   3,   0,  60, Spent 3",
    "0,   1,   0,  0,  Spent 1 until 1",
    "0,   50, 50,  60, Left",
    "-1, 500,  0, 600, Left",
    "0,   0,   0,  0,  Untouched"
  })
  void isSpentByFailuresOfTheInput(
      int retries, int failures, int hindered, int second, String budget) {
    var policy = new RemediationPolicy(InstallRemedy.RETRY, UpgradeRemedy.RETRY, retries);
    var input = failures == 0 ? "another" : "a";
    var counted = Optional.of(new Backoff(input, Math.max(1, failures), hindered, NOW));
    var found = Budget.of(counted, "a", policy, DELAYS, NOW.plusSeconds(second));
    assertEquals(
        budget,
        switch (found) {
          case Budget.HeldUntil(var until) -> "HeldUntil " + seconds(until);
          case Budget.Spent(var count, var until) ->
              "Spent " + count + until.map(time -> " until " + seconds(time)).orElse("");
          default -> found.getClass().getSimpleName();
        });
  }

  private static long seconds(Instant time) {
    return Duration.between(NOW, time).toSeconds();
  }
}
