package dev.catamaran.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaderTermTest {
  private static final Instant SINCE = Instant.parse("2026-03-01T12:00:00Z");

  /** Seconds from the beginning of the tenure; the lease lasts fifteen. */
  @ParameterizedTest
  @CsvSource({
    "-60, 0, false",
    "-60, 14, false",
    "-60, 15, true",
    "-1, 15, true",
    "0, 15, false",
    "1, 15, false",
    "1, 3600, false",
  })
  void outlivesWhoWroteBeforeItOnceTheirLeaseIsOver(int writtenAt, int now, boolean outlives) {
    var tenure = new LeaderTerm(SINCE, Duration.ofSeconds(15));
    assertEquals(outlives, tenure.outlives(SINCE.plusSeconds(writtenAt), SINCE.plusSeconds(now)));
  }

  @ParameterizedTest
  @CsvSource({"-1, 0, true", "0, 0, false", "0, 3600, false"})
  void outlivesAtOnceWhereThereIsNoElection(int writtenAt, int now, boolean outlives) {
    var tenure = new LeaderTerm(SINCE, Duration.ZERO);
    assertEquals(outlives, tenure.outlives(SINCE.plusSeconds(writtenAt), SINCE.plusSeconds(now)));
  }
}
