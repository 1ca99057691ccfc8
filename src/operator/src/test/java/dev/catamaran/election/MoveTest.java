package dev.catamaran.election;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MoveTest {
  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final ZonedDateTime NOON =
      ZonedDateTime.of(2026, 1, 1, 12, 0, 0, 0, ZoneOffset.UTC);

  @Test
  void createsAMissingLease() {
    assertEquals(new Move.Create(), Move.next(Optional.empty(), "us", LEASE, 0));
  }

  @Test
  void takesALeaseOnlyAfterItsDurationWithoutAChange() {
    var seen = new ObservedLease(heldBy("other", NOON), 0);

    assertEquals(new Move.StandBy(), next(seen, Duration.ofSeconds(15)));
    assertEquals(new Move.Take(), next(seen, Duration.ofSeconds(15).plusNanos(1)));
  }

  @Test
  void ignoresTheClockOfTheHolder() {
    var longAgo = new ObservedLease(heldBy("other", NOON.minusYears(1)), 0);
    var ahead = new ObservedLease(heldBy("other", NOON.plusYears(1)), 0);

    assertEquals(new Move.StandBy(), next(longAgo, Duration.ofSeconds(14)));
    assertEquals(new Move.Take(), next(ahead, Duration.ofSeconds(16)));
  }

  @Test
  void startsToCountAgainAtEachRenewal() {
    var seen = new ObservedLease(heldBy("other", NOON), 0);
    var later = seen.again(heldBy("other", NOON.plusSeconds(2)), Duration.ofSeconds(14).toNanos());

    assertEquals(new Move.StandBy(), next(later, Duration.ofSeconds(28)));
    assertEquals(new Move.Take(), next(later, Duration.ofSeconds(30)));
  }

  @Test
  void countsFromTheFirstLookWhileNothingChanges() {
    var seen = new ObservedLease(heldBy("other", NOON), 0);

    assertEquals(seen, seen.again(heldBy("other", NOON), Duration.ofSeconds(10).toNanos()));
  }

  @Test
  void waitsForTheDurationOfTheHolder() {
    var slow = new ObservedLease(terms("other", Optional.of(Duration.ofSeconds(60))), 0);

    assertEquals(new Move.StandBy(), next(slow, Duration.ofSeconds(59)));
    assertEquals(new Move.Take(), next(slow, Duration.ofSeconds(61)));
  }

  @Test
  void waitsForItsOwnDurationIfTheHolderHasNone() {
    var silent = new ObservedLease(terms("other", Optional.empty()), 0);

    assertEquals(new Move.StandBy(), next(silent, Duration.ofSeconds(15)));
    assertEquals(new Move.Take(), next(silent, Duration.ofSeconds(16)));
  }

  @Test
  void waitsForALeaseWithoutAHolder() {
    var emptied = new ObservedLease(terms(null, Optional.of(LEASE)), 0);
    var givenUp = new ObservedLease(terms(null, Optional.of(Duration.ofSeconds(1))), 0);

    assertEquals(new Move.StandBy(), next(emptied, Duration.ofSeconds(2)), "its holder may run");
    assertEquals(new Move.Take(), next(givenUp, Duration.ofSeconds(2)));
  }

  @Test
  void takesItsOwnLeaseAtOnce() {
    assertEquals(new Move.Take(), next(new ObservedLease(heldBy("us", NOON), 0), Duration.ZERO));
  }

  private static Move next(ObservedLease seen, Duration later) {
    return Move.next(Optional.of(seen), "us", LEASE, later.toNanos());
  }

  private static LeaseTerms heldBy(String holder, ZonedDateTime renewed) {
    return new LeaseTerms(Optional.of(holder), Optional.of(LEASE), Optional.of(renewed), 0);
  }

  private static LeaseTerms terms(
      @org.jspecify.annotations.Nullable String holder, Optional<Duration> duration) {
    return new LeaseTerms(Optional.ofNullable(holder), duration, Optional.of(NOON), 0);
  }
}
