package dev.catamaran.chart;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.ValueOverride.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Refuses integers that a template cannot get unchanged. Helm's values are int64 and float64; an
 * integer of more than 64 bits would lose digits.
 */
public final class IntegerRange {
  private final List<Step> path = new ArrayList<>();

  private IntegerRange() {}

  /**
   * Checks all integers.
   *
   * @throws UnrepresentableNumberException if one needs more than 64 bits
   */
  public static void check(Values values) throws UnrepresentableNumberException {
    new IntegerRange().visit(values.toTree());
  }

  private void visit(JsonNode node) throws UnrepresentableNumberException {
    for (var property : node.properties()) {
      visit(new Step.Name(property.getKey()), property.getValue());
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      visit(new Step.Index(i), node.get(i));
    }
    if (node.isIntegralNumber() && !node.canConvertToLong()) {
      throw new UnrepresentableNumberException(
          SetSyntax.format(path), "beyond the 64 bits of an integer; quote it");
    }
  }

  private void visit(Step step, JsonNode node) throws UnrepresentableNumberException {
    path.addLast(step);
    visit(node);
    path.removeLast();
  }
}
