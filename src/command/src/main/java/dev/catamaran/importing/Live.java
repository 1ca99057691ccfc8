package dev.catamaran.importing;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.ReleasedChart;
import dev.catamaran.release.ReleaseKey;
import java.util.Optional;

/** What another tool made in the cluster, and a primary is to take over. */
sealed interface Live permits FoundRelease, TrackedObjects {

  /** Returns name and namespace of the release, also of one that is yet to be. */
  ReleaseKey key();

  /** Returns what it is, for people. */
  String title();

  String chartName();

  String chartVersion();

  /** Returns the chart that is stored with it; empty if none is. */
  Optional<ReleasedChart> stored();

  /** Returns the annotation of the primary that takes it over. */
  Adoption adoption();

  /** An annotation. */
  record Adoption(String annotation, String value) {}

  /** Whether it was made from this chart, as far as that is known. */
  boolean isOf(Chart chart, ChartEngine engine);

  /** Whether it was made with these values, as far as that is known. */
  boolean hasValues(Chart chart, Values values, ChartEngine engine);
}
