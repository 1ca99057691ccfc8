package dev.catamaran.chartsource;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.Charts.ChartUnavailableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StockedChartTest {
  private static final ChartReference BOAT = new ChartReference.Local(Path.of("/charts/boat"));

  /** Digests, or problems with a leading exclamation mark. */
  private final Deque<String> answers = new ArrayDeque<>();

  private final StockedChart chart = new StockedChart(BOAT, this::next);

  private Chart next(ChartReference reference) throws ChartUnavailableException {
    var answer = answers.remove();
    if (answer.startsWith("!")) {
      throw new ChartUnavailableException(answer.substring(1));
    }
    return boat(Path.of("nowhere"), answer);
  }

  private static Chart boat(Path copy, String digest) {
    return new Chart(copy, "boat", "1.0.0", Optional.empty(), digest);
  }

  @Test
  void reportsChangesOnly() throws Exception {
    answers.addAll(List.of("a", "a", "b", "!gone", "!gone", "!refused", "b"));
    assertFalse(chart.load(), "the first load is no change");
    assertFalse(chart.load());
    assertTrue(chart.load());
    assertEquals("b", chart.get().digest());
    assertTrue(chart.load());
    assertFalse(chart.load());
    assertTrue(chart.load(), "another problem");
    assertEquals("refused", assertThrows(ChartUnavailableException.class, chart::get).problem());
    assertTrue(chart.load());
    assertFalse(chart.isMissing());
    assertTrue(chart.isLost(), "the folder does not exist");
  }

  @Test
  void doublesTheDelayPerFailureAndResetsItAfterASuccess() {
    IntStream.range(0, 12).forEach(i -> answers.add("!gone"));
    answers.addAll(List.of("a", "!gone"));
    var delays = IntStream.range(0, 12).mapToObj(i -> delayAfterTry()).toList();
    assertEquals(
        List.of(2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 300L, 300L, 300L, 300L),
        delays.stream().map(Duration::toSeconds).toList());
    assertTrue(chart.load());
    assertEquals(Duration.ofSeconds(2), delayAfterTry());
  }

  @Test
  void loadsALostChartOnceForAllThreads(@TempDir Path folder) throws Exception {
    Files.createFile(folder.resolve("Chart.yaml"));
    var loads = new ArrayDeque<StockedChart.Loading>();
    var lost = new StockedChart(BOAT, reference -> loads.remove().load(reference));
    var another =
        Thread.ofPlatform()
            .unstarted(
                () -> {
                  var unused = lost.loadIfLost();
                });
    loads.add(reference -> boat(Path.of("nowhere"), "a"));
    loads.add(
        reference -> {
          another.start();
          eventually(() -> assertEquals(Thread.State.BLOCKED, another.getState()));
          return boat(folder, "a");
        });

    assertFalse(lost.load());
    assertTrue(lost.loadIfLost(), "another copy");
    another.join();
    assertEquals(folder, lost.get().path(), "a third load would fail");
  }

  @Test
  void isMissingAfterAFailureOfTheOperator() throws Exception {
    answers.add("a");
    var loads =
        new ArrayDeque<StockedChart.Loading>(
            List.of(
                reference -> {
                  throw new StackOverflowError("Basic c2VjcmV0");
                },
                this::next));
    var failed = new StockedChart(BOAT, reference -> loads.remove().load(reference));
    assertFalse(failed.load(), "the first load is no change");
    assertTrue(failed.isMissing());
    assertEquals(
        "chart /charts/boat: the operator failed with java.lang.StackOverflowError",
        assertThrows(ChartUnavailableException.class, failed::get).problem());
    assertTrue(failed.load());
    assertEquals("a", failed.get().digest());
  }

  private Duration delayAfterTry() {
    var unused = chart.load();
    return chart.delay();
  }
}
