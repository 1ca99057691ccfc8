package dev.catamaran.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** On a clock that only the test moves. HealthIT asks over HTTP, and has the certificate. */
class HealthTest {
  private static final String WIDGETS = "Widget: cannot be started: forbidden";
  private static final Duration A_BIT = Duration.ofNanos(1);

  /** When each kind could not be started any more. */
  private final Map<String, Instant> down = new TreeMap<>();

  /** When each resource was last watched. */
  private final Map<String, Instant> watched = new TreeMap<>();

  private Instant now = Instant.EPOCH;
  private final InstantSource hand = () -> now;
  private final Health health =
      new Health(
          longer -> older(down, longer).toList(),
          longer -> older(watched, longer),
          at -> true,
          hand.withZone(ZoneOffset.UTC));

  private Stream<String> older(Map<String, Instant> since, Duration longer) {
    return since.entrySet().stream()
        .filter(entry -> now.minus(longer).isAfter(entry.getValue()))
        .map(Map.Entry::getKey);
  }

  private void assertAnswers(List<String> healthz, List<String> readyz) {
    assertEquals(healthz, health.whyUnhealthy());
    assertEquals(readyz, health.whyNotReady());
  }

  @Test
  void namesAKindThatCannotBeStarted() {
    down.put(WIDGETS, now);
    now = now.plusSeconds(20);
    assertAnswers(List.of(), List.of());
    now = now.plus(A_BIT);
    assertAnswers(List.of(), List.of(WIDGETS));

    now = down.get(WIDGETS).plus(Duration.ofMinutes(5));
    assertAnswers(List.of(), List.of(WIDGETS));
    now = now.plus(A_BIT);
    assertAnswers(List.of(WIDGETS), List.of(WIDGETS));
  }

  @Test
  void namesWhatIsNotWatchedWhileOtherThingsAre() {
    var begin = now;
    watched.put("secrets", begin);
    now = begin.plus(Duration.ofMinutes(2));
    watched.put("configmaps", now);
    assertAnswers(List.of(), List.of());
    now = now.plus(A_BIT);
    assertAnswers(List.of(), List.of("secrets is not watched"));

    now = begin.plus(Duration.ofMinutes(10));
    watched.put("configmaps", now);
    assertAnswers(List.of(), List.of("secrets is not watched"));
    now = now.plus(A_BIT);
    assertAnswers(List.of("secrets cannot be watched"), List.of("secrets is not watched"));
  }

  /** Without an API server a restart does not help, whatever the operator may watch. */
  @Test
  void asksForNoRestartWhileNothingIsWatched() {
    watched.put("configmaps", now);
    watched.put("secrets", now);
    now = now.plus(Duration.ofHours(1));
    var silent = List.of("configmaps is not watched", "secrets is not watched");
    assertAnswers(List.of(), silent);

    watched.put("configmaps", now.minus(Duration.ofMinutes(2)).minus(A_BIT));
    assertAnswers(List.of(), silent);
    watched.put("configmaps", now.minus(Duration.ofMinutes(2)));
    assertAnswers(List.of("secrets cannot be watched"), List.of("secrets is not watched"));
  }
}
