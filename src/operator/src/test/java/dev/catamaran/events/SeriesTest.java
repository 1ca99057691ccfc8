package dev.catamaran.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.events.Series.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  @Test
  void createsAnEventForTheFirst() {
    assertEquals(new Step.Create(), Series.begin("one", NOON).next(NOON));
  }

  @Test
  void hasNothingToWriteOnceItIsWritten() {
    assertEquals(new Step.Settled(), once().next(NOON.plusSeconds(3600)));
  }

  @Test
  void writesTheSecondAtOnce() {
    assertEquals(new Step.Extend(), once().again(NOON).next(NOON));
  }

  @Test
  void writesFastOccurrencesOnlyAfterAPause() {
    var thrice = once().again(NOON).written(2, NOON).again(NOON);

    assertEquals(new Step.Rest(at(10)), thrice.next(at(9)));
    assertEquals(new Step.Extend(), thrice.next(at(10)));
  }

  @Test
  void writesAllOccurrencesOfThePauseTogether() {
    var series = once().again(NOON).written(2, NOON).again(at(1)).again(at(2)).again(at(3));

    assertEquals(5, series.count());
    assertEquals(new Step.Settled(), series.written(5, at(10)).next(at(3600)));
  }

  @Test
  void writesAnEndlessSeriesLessAndLessOften() {
    var writes = new ArrayList<Integer>();
    var series = Series.begin("one", NOON);
    for (int second = 0; second < 3600; second++) {
      series = second == 0 ? series : series.again(at(second));
      if (series.next(at(second)) instanceof Step.Write) {
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

    assertEquals(new Step.Create(), gone.next(NOON));
    assertEquals(2, gone.count());
  }

  @Test
  void isRetriedLaterWhenTheApiServerDoesNotAnswer() {
    var late = Series.begin("one", NOON).postponed(at(10));

    assertEquals(new Step.Rest(at(10)), late.next(NOON));
    assertEquals(new Step.Create(), late.next(at(10)));
  }

  @Test
  void isOverSixMinutesAfterTheLast() {
    var series = once().again(at(60));

    assertFalse(series.isOver(at(60).plus(Duration.ofMinutes(6))));
    assertTrue(series.isOver(at(61).plus(Duration.ofMinutes(6))));
  }

  private static Series once() {
    return Series.begin("one", NOON).written(1, NOON);
  }

  private static Instant at(long seconds) {
    return NOON.plusSeconds(seconds);
  }
}
