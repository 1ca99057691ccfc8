package dev.catamaran.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaderTermTest {
  private static final Instant SINCE = Instant.parse("2026-03-01T12:00:00Z");

  /** Times are seconds since the beginning of the term. The lease lasts 15 seconds. */
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
  void outlivesAnEarlierWriterOnceItsLeaseExpires(int writtenAt, int now, boolean outlives) {
    var term = new LeaderTerm(SINCE, Duration.ofSeconds(15));
    assertEquals(outlives, term.outlives(SINCE.plusSeconds(writtenAt), SINCE.plusSeconds(now)));
  }

  @ParameterizedTest
  @CsvSource({"-1, 0, true", "0, 0, false", "0, 3600, false"})
  void outlivesAtOnceWithoutAnElection(int writtenAt, int now, boolean outlives) {
    var term = new LeaderTerm(SINCE, Duration.ZERO);
    assertEquals(outlives, term.outlives(SINCE.plusSeconds(writtenAt), SINCE.plusSeconds(now)));
  }
}
