package dev.catamaran.desired;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ValueOverride.OverrideTyping;
import dev.catamaran.watch.Watch.ValueOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which contents are the same edition. */
class EditionTest {
  private static Edition edition(String chart, Map<String, String> overrides) {
    return edition(chart, OverrideTyping.TYPED, overrides);
  }

  private static Edition edition(
      String chart, OverrideTyping typing, Map<String, String> overrides) {
    return Edition.named(
        new Chart(Path.of("chart"), "chart", "1.0.0", Optional.empty(), chart),
        Overrides.of(new ValueOptions(List.of(), overrides, typing)));
  }

  @Test
  void isNamedByAllOfItsContent() {
    var some = edition("c1", Map.of("a", "1", "b", "2"));
    assertEquals(some.id(), edition("c1", Map.of("b", "2", "a", "1")).id());
    assertNotEquals(some.id(), edition("c2", Map.of("a", "1", "b", "2")).id());
    assertNotEquals(some.id(), edition("c1", Map.of("a", "1", "b", "3")).id());
    assertNotEquals(
        some.id(), edition("c1", OverrideTyping.STRING, Map.of("a", "1", "b", "2")).id());
  }
}
