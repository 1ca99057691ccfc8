package dev.catamaran.importing;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.ReleasedChart;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.ReleaseKey;
import java.util.Optional;

/**
 * The objects of an Application of Argo CD, which has no release of Helm.
 *
 * @param key name and namespace with which Argo CD rendered the chart
 * @param application namespace and name of the Application, for people
 * @param tracked the Application, as the marks on its objects name it
 * @param chartName the chart's name
 * @param chartVersion the version that Argo CD deployed
 */
record TrackedObjects(
    ReleaseKey key, String application, String tracked, String chartName, String chartVersion)
    implements Live {

  @Override
  public String title() {
    return "%s of the Application %s".formatted(key, application);
  }

  @Override
  public Optional<ReleasedChart> stored() {
    return Optional.empty();
  }

  @Override
  public Adoption adoption() {
    return new Adoption(PrimaryAnnotations.ADOPT_APPLICATION, tracked);
  }

  /** Argo CD keeps no chart: name and version must be enough. */
  @Override
  public boolean isOf(Chart chart, ChartEngine engine) {
    return chart.name().equals(chartName) && chart.version().equals(chartVersion);
  }

  /** Nothing is stored with which the values could be compared: the plan compares the objects. */
  @Override
  public boolean hasValues(Chart chart, Values values, ChartEngine engine) {
    return true;
  }
}
