package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.Values;
import java.util.Collection;

/**
 * What a revision that another operator made was made from. One of them stores the values as the
 * primary gave them, the other all defaults with them: coalesced, both are alike. Pure.
 *
 * @param chart the chart
 * @param values the values beside the chart's own
 */
record Inheritance(StoredChart chart, Values values) {

  /** Reads a release. */
  static Inheritance of(JsonNode release) {
    return new Inheritance(
        StoredChart.of(release.path("chart")), Values.of(release.path("config")));
  }

  /**
   * Whether it is what {@code wanted} with one of {@code candidates} would make.
   *
   * @param candidates the values that are wanted, under each way to read overrides
   */
  boolean isSameAs(PackagedChart wanted, Collection<Values> candidates) {
    return chart.wasMadeFrom(wanted.content())
        && candidates.stream()
            .map(candidate -> NormalizedValues.of(wanted.values().coalesce(candidate)))
            .anyMatch(NormalizedValues.of(wanted.values().coalesce(values))::equals);
  }
}
