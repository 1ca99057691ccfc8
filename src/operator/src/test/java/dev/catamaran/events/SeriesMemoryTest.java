package dev.catamaran.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.events.SeriesMemory.Unwritten;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.kit.Occurrence;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesMemoryTest {
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
  private static final int MOST = 30;

  private final AtomicInteger lost = new AtomicInteger();
  private final SeriesMemory memory = new SeriesMemory(MOST, lost::incrementAndGet);

  @Test
  void countsEqualOccurrencesAsOneSeries() {
    assertTrue(memory.observe(about("one", "a"), NOON));
    assertTrue(memory.observe(about("one", "a"), NOON));

    assertEquals(2, next().series().count());
    assertEquals(1, memory.pending());
  }

  @Test
  void distinguishesDifferentOccurrences() {
    var one = about("one", "a");
    memory.observe(one, NOON);

    assertTrue(memory.observe(about("two", "a"), NOON));
    assertTrue(memory.observe(about("one", "b"), NOON));
    assertTrue(memory.observe(one.during("Look"), NOON));
    assertTrue(
        memory.observe(
            one.with(new ConfigMapBuilder().withNewMetadata().endMetadata().build()), NOON));
    assertEquals(5, memory.pending());
  }

  @Test
  void createsAnotherEventWhenTheSeriesIsOver() {
    memory.observe(about("one", "a"), NOON);
    var first = writeNext(NOON);

    assertTrue(memory.observe(about("one", "a"), NOON.plusSeconds(361)));
    var second = next();

    assertTrue(second.series().isWithoutObject());
    assertNotEquals(first.series().name(), second.series().name());
    assertEquals(1, second.series().count());
    assertEquals(0, lost.get());
  }

  @Test
  void writesTheOldestOccurrenceFirst() {
    memory.observe(about("one", "a"), NOON);
    memory.observe(about("two", "a"), NOON.plusSeconds(1));
    memory.observe(about("one", "a"), NOON.plusSeconds(2));

    assertEquals("one", writeNext(NOON.plusSeconds(2)).what().regarding().getName());
    assertEquals("two", writeNext(NOON.plusSeconds(2)).what().regarding().getName());
    assertEquals(Optional.empty(), memory.next("default"));
  }

  @Test
  void knowsWhatANamespaceLacks() {
    memory.observe(about("one", "a"), NOON);

    assertEquals(Optional.empty(), memory.next("another"));
    assertEquals("one", next().what().regarding().getName());
  }

  @Test
  void keepsCountingDuringAWrite() {
    memory.observe(about("one", "a"), NOON);
    var write = next();
    memory.observe(about("one", "a"), NOON);

    memory.update(write, series -> series.written(write.series().count(), NOON));

    assertFalse(next().series().isWithoutObject());
    assertEquals(2, next().series().count());
  }

  @Test
  void keepsNoPauseWhenItHurries() {
    memory.observe(about("one", "a"), NOON);
    writeNext(NOON);
    memory.observe(about("one", "a"), NOON);
    writeNext(NOON);
    memory.observe(about("one", "a"), NOON);
    assertEquals(NOON.plusSeconds(10), next().series().notBefore());

    memory.hurry(NOON);

    assertEquals(NOON, next().series().notBefore());
  }

  @Test
  void suppressesTheTwentySixthAboutOneObject() {
    IntStream.range(0, 25).forEach(i -> assertTrue(memory.observe(about("one", "a" + i), NOON)));

    assertFalse(memory.observe(about("one", "b"), NOON));
    assertTrue(memory.observe(about("one", "a0"), NOON));
    assertTrue(memory.observe(about("two", "b"), NOON));
    assertTrue(
        memory.observe(about("one", EventRecorder.Type.WARNING, "b"), NOON),
        "a warning must not be suppressed");
    assertTrue(memory.observe(about("one", "b"), NOON.plusSeconds(300)));
  }

  @Test
  void keepsALimitedNumberAndCountsTheLostOnes() {
    IntStream.range(0, MOST + 2).forEach(i -> memory.observe(about("n" + i, "a"), NOON));

    assertEquals(MOST, memory.pending());
    assertEquals(2, lost.get());
  }

  private Unwritten next() {
    return memory.next("default").orElseThrow();
  }

  private Unwritten writeNext(Instant now) {
    var next = next();
    memory.update(next, series -> series.written(next.series().count(), now));
    return next;
  }

  private static Occurrence about(String name, String note) {
    return about(name, EventRecorder.Type.NORMAL, note);
  }

  private static Occurrence about(String name, EventRecorder.Type type, String note) {
    var object = new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build();
    return Occurrence.of(object, type, "Happened", note);
  }
}
