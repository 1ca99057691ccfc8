package dev.catamaran.desired;

import dev.catamaran.chart.Chart;

/**
 * What an administrator supplies for a release: the chart, and the overrides of its values.
 *
 * @param id names the edition in revisions; empty if its kind has no rollouts
 */
public record Edition(Chart chart, Overrides overrides, String id) {
  private static final int CHART_DIGITS = 12;

  /** Names an edition for everybody: shows nothing of the overrides but their mark. */
  public static Edition named(Chart chart, Overrides overrides) {
    var mark = overrides.mark();
    var id = chart.digest().substring(0, CHART_DIGITS) + (mark.isEmpty() ? "" : "-" + mark);
    return new Edition(chart, overrides, id);
  }

  /** Returns the mark that the digest of an input carries. */
  String mark() {
    return id.isEmpty() ? overrides.mark() : overrides.mark() + "." + id;
  }
}
