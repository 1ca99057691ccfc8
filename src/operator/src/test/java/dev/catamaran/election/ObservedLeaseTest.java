package dev.catamaran.election;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.election.ObservedLease.Move;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObservedLeaseTest {
  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final ZonedDateTime NOON =
      ZonedDateTime.of(2026, 1, 1, 12, 0, 0, 0, ZoneOffset.UTC);

  /** Its holder, its duration in seconds, its renewal in years from noon, seconds since a look. */
  @ParameterizedTest(name = "a lease of {0} for {1} s, {3} s later: {4}")
  @CsvSource({
    "other, 15, 0, 15, STAND_BY",
    "other, 15, 0, 15.001, TAKE",
    // The clock of the holder does not count.
    "other, 15, -1, 14, STAND_BY",
    "other, 15, 1, 16, TAKE",
    // Its own duration counts, or ours if it has none.
    "other, 60, 0, 59, STAND_BY",
    "other, 60, 0, 61, TAKE",
    "other, , 0, 15, STAND_BY",
    "other, , 0, 16, TAKE",
    // Somebody emptied it, and its holder may run; or its holder gave it up.
    ", 15, 0, 2, STAND_BY",
    ", 1, 0, 2, TAKE",
    "us, 15, 0, 0, TAKE"
  })
  void takesALeaseOnlyAfterItsDurationWithoutAChange(
      @org.jspecify.annotations.Nullable String holder,
      @org.jspecify.annotations.Nullable Long duration,
      int years,
      double later,
      String move) {
    var seen =
        new ObservedLease(
            new LeaseTerms(
                Optional.ofNullable(holder),
                Optional.ofNullable(duration).map(Duration::ofSeconds),
                Optional.of(NOON.plusYears(years)),
                0),
            0);
    assertEquals(move, next(seen, later).name());
  }

  @Test
  void createsAMissingLease() {
    assertEquals(Move.CREATE, ObservedLease.next(Optional.empty(), "us", LEASE, 0));
  }

  @Test
  void startsToCountAgainAtEachRenewal() {
    var seen = new ObservedLease(heldBySomeone(NOON), 0);
    assertEquals(seen, seen.again(heldBySomeone(NOON), Duration.ofSeconds(10).toNanos()));

    var later = seen.again(heldBySomeone(NOON.plusSeconds(2)), Duration.ofSeconds(14).toNanos());
    assertEquals(Move.STAND_BY, next(later, 28));
    assertEquals(Move.TAKE, next(later, 30));
  }

  private static Move next(ObservedLease seen, double seconds) {
    return ObservedLease.next(Optional.of(seen), "us", LEASE, (long) (seconds * 1e9));
  }

  private static LeaseTerms heldBySomeone(ZonedDateTime renewed) {
    return new LeaseTerms(Optional.of("other"), Optional.of(LEASE), Optional.of(renewed), 0);
  }
}
