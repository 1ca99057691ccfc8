package dev.catamaran.chartsource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartUnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StockedChartTest {
  /** Digests, or problems with a leading exclamation mark. */
  private final Deque<String> answers = new ArrayDeque<>();

  private final StockedChart chart = new StockedChart(this::next);

  private Chart next() throws ChartUnavailableException {
    var answer = answers.remove();
    if (answer.startsWith("!")) {
      throw new ChartUnavailableException(answer.substring(1));
    }
    return new Chart(Path.of("nowhere"), "boat", "1.0.0", Optional.empty(), answer, Set.of());
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

  private Duration delayAfterTry() {
    var unused = chart.load();
    return chart.delay();
  }
}
