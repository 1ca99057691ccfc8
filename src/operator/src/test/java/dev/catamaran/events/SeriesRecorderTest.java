package dev.catamaran.events;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.events.EventWriter.Outcome;
import dev.catamaran.events.SeriesMemory.Unwritten;
import dev.catamaran.kit.EventRecorder;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests with threads. {@link SeriesTest} and {@link SeriesMemoryTest} have the others. */
class SeriesRecorderTest {
  private static final ConfigMap THING =
      new ConfigMapBuilder().withNewMetadata().withName("thing").endMetadata().build();

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final List<Integer> written = new CopyOnWriteArrayList<>();
  private final CountDownLatch gate = new CountDownLatch(1);

  @Test
  void writesTheRestWhenItClosesDuringAWrite() {
    var opening = new Thread(gate::countDown);
    try (var recorder = recorder(this::writeBehindTheGate)) {
      happens(recorder);
      happens(recorder);
      eventually(() -> assertEquals(List.of(0), written));
      happens(recorder);
      happens(recorder);
      opening.start();
    }

    assertEquals(4, written.getLast());
    assertEquals(0, dropped());
  }

  /** A webhook of one namespace may not answer, and the client repeats the request for minutes. */
  @Test
  void writesForOtherNamespacesWhileOneDoesNotAnswer() {
    var others = new CopyOnWriteArrayList<String>();
    Function<Unwritten, Outcome> slowInOne =
        write -> {
          var namespace = write.what().regarding().getNamespace();
          if (namespace.equals("slow")) {
            return writeBehindTheGate(write);
          }
          others.add(namespace);
          return Outcome.WRITTEN;
        };
    try (var recorder = recorder(slowInOne)) {
      happens(recorder, "slow", "one");
      happens(recorder, "slow", "two");
      eventually(() -> assertEquals(List.of(0), written));
      happens(recorder, "first", "thing");
      happens(recorder, "second", "thing");
      eventually(() -> assertEquals(Set.of("first", "second"), Set.copyOf(others)));

      assertEquals(List.of(0), written);
      gate.countDown();
    }

    assertEquals(List.of(0, 1, 1), written);
  }

  /** Adds 0 to {@code written} at the beginning of the first write. */
  private Outcome writeBehindTheGate(Unwritten write) {
    if (written.isEmpty()) {
      written.add(0);
    }
    try {
      gate.await();
    } catch (InterruptedException e) {
      return Outcome.UNANSWERED;
    }
    written.add(write.series().count());
    return Outcome.WRITTEN;
  }

  private SeriesRecorder recorder(Function<Unwritten, Outcome> writer) {
    return new SeriesRecorder(writer, meters, Clock.systemUTC(), PATIENCE);
  }

  private static void happens(EventRecorder recorder) {
    recorder.record(THING, EventRecorder.Type.NORMAL, "Happened", "again");
  }

  private static void happens(EventRecorder recorder, String namespace, String name) {
    var thing =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(name)
            .endMetadata()
            .build();
    recorder.record(thing, EventRecorder.Type.NORMAL, "Happened", "once");
  }

  private double dropped() {
    return meters.counter("catamaran.events", "result", "dropped").count();
  }
}
