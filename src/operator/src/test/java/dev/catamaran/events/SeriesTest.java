package dev.catamaran.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  @Test
  void createsAnEventForTheFirst() {
    var first = Series.begin("one", NOON);

    assertTrue(first.isWithoutObject());
    assertTrue(isDue(first, NOON));
  }

  @Test
  void hasNothingToWriteOnceItIsWritten() {
    assertFalse(isDue(once(), NOON.plusSeconds(3600)));
  }

  @Test
  void writesTheSecondAtOnce() {
    var twice = once().again(NOON);

    assertFalse(twice.isWithoutObject());
    assertTrue(isDue(twice, NOON));
  }

  @Test
  void writesFastOccurrencesOnlyAfterAPause() {
    var thrice = once().again(NOON).written(2, NOON).again(NOON);

    assertFalse(isDue(thrice, at(9)));
    assertTrue(isDue(thrice, at(10)));
  }

  @Test
  void writesAllOccurrencesOfThePauseTogether() {
    var series = once().again(NOON).written(2, NOON).again(at(1)).again(at(2)).again(at(3));

    assertEquals(5, series.count());
    assertFalse(isDue(series.written(5, at(10)), at(3600)));
  }

  @Test
  void writesAnEndlessSeriesLessAndLessOften() {
    var writes = new ArrayList<Integer>();
    var series = Series.begin("one", NOON);
    for (int second = 0; second < 3600; second++) {
      series = second == 0 ? series : series.again(at(second));
      if (isDue(series, at(second))) {
        writes.add(second);
        series = series.written(series.count(), at(second));
      }
    }

    assertEquals(List.of(0, 1, 11, 31, 71, 151, 311, 611, 911), writes.subList(0, 9));
    assertEquals(17, writes.size());
  }

  @Test
  void isCreatedAgainWithItsCountWhenItsEventIsGone() {
    var gone = once().again(NOON).gone();

    assertTrue(gone.isWithoutObject());
    assertTrue(isDue(gone, NOON));
    assertEquals(2, gone.count());
  }

  @Test
  void isRetriedLaterWhenTheApiServerDoesNotAnswer() {
    var late = Series.begin("one", NOON).postponed(at(10));

    assertFalse(isDue(late, NOON));
    assertTrue(isDue(late, at(10)));
  }

  @Test
  void isOverSixMinutesAfterTheLast() {
    var series = once().again(at(60));

    assertFalse(series.isOver(at(60).plus(Duration.ofMinutes(6))));
    assertTrue(series.isOver(at(61).plus(Duration.ofMinutes(6))));
  }

  private static boolean isDue(Series series, Instant now) {
    return series.isUnwritten() && !now.isBefore(series.notBefore());
  }

  private static Series once() {
    return Series.begin("one", NOON).written(1, NOON);
  }

  private static Instant at(long seconds) {
    return NOON.plusSeconds(seconds);
  }
}
