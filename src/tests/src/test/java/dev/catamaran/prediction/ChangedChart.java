package dev.catamaran.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Some rows of the table: a chart, and changes to it and its release. Each change starts from the
 * final state of the previous one.
 *
 * @param chart name of its folder in src/tests/src/test/charts, or {@link #CREATED}
 * @param preparation changes the copy of the chart before the installation
 */
public record ChangedChart(String chart, Consumer<Scenario> preparation, List<Row> rows) {
  /** The chart that {@code helm create} writes. */
  static final String CREATED = "created";

  /** The operator starts again, and finds nothing to do. */
  public static final Row NO_CHANGE = row("no change", scenario -> {}, List.of());

  /** The creation of the primary. */
  public static final Row INSTALLATION =
      new Row(
          "installation",
          scenario -> scenario.spec("{step: one}"),
          ChangedChart::assertOnlyCreated);

  /**
   * A change.
   *
   * @param expectation throws an AssertionError if these are not its effects, as {@link Effects}
   *     writes them
   */
  public record Row(String title, Consumer<Scenario> change, Consumer<List<String>> expectation) {}

  static ChangedChart chart(String chart) {
    return chart(chart, scenario -> {});
  }

  static ChangedChart chart(String chart, Consumer<Scenario> preparation) {
    return new ChangedChart(chart, preparation, List.of());
  }

  /**
   * Adds a row.
   *
   * @param expected effects; {@code R} is the name of the release, and {@code NS} its namespace
   */
  ChangedChart row(String title, Consumer<Scenario> change, String... expected) {
    var longer = new ArrayList<>(rows);
    longer.add(row(title, change, List.of(expected)));
    return new ChangedChart(chart, preparation, List.copyOf(longer));
  }

  private static Row row(String title, Consumer<Scenario> change, List<String> expected) {
    var sorted = expected.stream().sorted().toList();
    return new Row(
        title, change, effects -> assertEquals(sorted, effects, "the table, and actual effects"));
  }

  private static void assertOnlyCreated(List<String> effects) {
    assertFalse(effects.isEmpty());
    assertTrue(
        effects.stream()
            .allMatch(
                line ->
                    // A definition that is there already gets the mark of its chart.
                    Stream.of("+ ", "hook ", "~ CustomResourceDefinition/")
                        .anyMatch(line::startsWith)),
        effects::toString);
  }
}
