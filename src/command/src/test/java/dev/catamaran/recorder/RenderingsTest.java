package dev.catamaran.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ManagerException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RenderingsTest {
  @Test
  void returnsTheResultsInOrderAndBoundsTheWork() {
    var inputs = IntStream.range(0, 100).boxed().toList();
    var running = new AtomicInteger();
    var most = new AtomicInteger();

    var results =
        Renderings.ofEach(
            inputs,
            input -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              running.decrementAndGet();
              return input;
            });

    assertEquals(inputs, results);
    assertTrue(most.get() <= Runtime.getRuntime().availableProcessors(), "" + most);
  }

  @Test
  void throwsWhatTheWorkThrows() {
    var failure = new ManagerException("wrong");

    var thrown =
        assertThrows(
            ManagerException.class,
            () ->
                Renderings.ofEach(
                    List.of(1, 2),
                    input -> {
                      throw failure;
                    }));

    assertEquals(failure, thrown);
  }
}
