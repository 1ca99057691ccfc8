package dev.catamaran.election;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ElectionTimesTest {
  @ParameterizedTest(name = "lease {0} ms, deadline {1} ms, retry {2} ms: {3} problems")
  @CsvSource({
    "15000, 10000, 2000, 0",
    "10000, 10000, 1000, 1", // as long as the lease
    "10000, 5000, 5000, 1", // one try
    "10000, 5000, 0, 1",
    "2500, 2000, 1000, 1" // no whole seconds
  })
  void areChecked(long lease, long deadline, long retry, int problems) {
    var times =
        new ElectionTimes(
            Duration.ofMillis(lease), Duration.ofMillis(deadline), Duration.ofMillis(retry));
    assertEquals(problems, times.problems().size(), () -> times.problems().toString());
    assertEquals(0, ElectionTimes.DEFAULT.problems().size());
  }
}
