package dev.catamaran.chart;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.ValueOverride.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds the integers that Helm must get by {@code --set} in order not to change them: all integers
 * that {@code --set} can name. A template then gets an int64, as from the Go operators, and {@code
 * eq .Values.replicas 3} compares integers.
 *
 * <p>Helm reads every number of a values file as a float64. Go's text/template prints a whole
 * float64 with an exponent from a million on: 999999 stays, 1000000 becomes 1e+06, -1234567 becomes
 * -1.234567e+06 (tried with Go 1.26). Beyond 2^53 digits are lost as well. {@code --set} produces
 * int64.
 */
public final class ExactIntegers {

  /** The smallest magnitude that a float64 prints with an exponent. */
  static final long EXPONENT_FROM = 1_000_000;

  private final SortedMap<String, Long> found = new TreeMap<>();
  private final List<Step> path = new ArrayList<>();

  private ExactIntegers() {}

  /**
   * Finds the integers.
   *
   * @return {@code --set} path to number, sorted; the paths refer to the same values, so set the
   *     numbers over these values
   * @throws UnrepresentableNumberException if a number is outside int64, or needs {@code --set} at
   *     a path that {@code --set} cannot name
   */
  public static SortedMap<String, Long> of(Values values) throws UnrepresentableNumberException {
    var search = new ExactIntegers();
    search.visit(values.toTree());
    return Collections.unmodifiableSortedMap(search.found);
  }

  private void visit(JsonNode node) throws UnrepresentableNumberException {
    for (var property : node.properties()) {
      visit(new Step.Name(property.getKey()), property.getValue());
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      visit(new Step.Index(i), node.get(i));
    }
    if (node.isIntegralNumber()) {
      add(node);
    }
  }

  private void visit(Step step, JsonNode node) throws UnrepresentableNumberException {
    path.addLast(step);
    visit(node);
    path.removeLast();
  }

  private static boolean printsAlikeAsFloat(long number) {
    return number < EXPONENT_FROM && number > -EXPONENT_FROM;
  }

  private void add(JsonNode number) throws UnrepresentableNumberException {
    var key = SetSyntax.format(path);
    if (!number.canConvertToLong()) {
      throw new UnrepresentableNumberException(key, "beyond the 64 bits of an integer; quote it");
    }
    if (isNameable()) {
      found.put(key, number.longValue());
    } else if (!printsAlikeAsFloat(number.longValue())) {
      throw new UnrepresentableNumberException(
          key, "an integer this large cannot be passed on from here; quote it");
    }
  }

  private boolean isNameable() {
    int names = 0;
    for (var step : path) {
      switch (step) {
        case Step.Name(var name) when name.isEmpty() -> {
          return false;
        }
        case Step.Name ignored -> names++;
        case Step.Index(var index) when index > SetSyntax.INDEX_LIMIT -> {
          return false;
        }
        case Step.Index ignored -> {}
      }
    }
    return names <= SetSyntax.NESTING_LIMIT + 1;
  }
}
