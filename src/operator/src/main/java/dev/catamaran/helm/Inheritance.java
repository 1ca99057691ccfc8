package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.Values;
import java.util.Collection;

/**
 * Chart and values of another operator's revision. One Go operator stores the primary's values
 * only, the other all defaults with them: coalesced, both are equal.
 *
 * @param chart the chart
 * @param values the values beside the chart's own
 */
record Inheritance(StoredChart chart, Values values) {

  static Inheritance of(JsonNode release) {
    return new Inheritance(
        StoredChart.of(release.path("chart")), Values.of(release.path("config")));
  }

  /**
   * Whether {@code wanted} with one of {@code candidates} would make the same release.
   *
   * @param candidates the wanted values, under each reading of overrides
   * @throws dev.catamaran.release.EngineException if Helm cannot combine the values
   */
  boolean isSameAs(PackagedChart wanted, Collection<Values> candidates) {
    return chart.wasMadeFrom(wanted.content())
        && candidates.stream().map(wanted::coalesced).anyMatch(wanted.coalesced(values)::equals);
  }
}
