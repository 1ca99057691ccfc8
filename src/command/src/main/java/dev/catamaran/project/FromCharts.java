package dev.catamaran.project;

import dev.catamaran.definition.ChartDefinition;
import dev.catamaran.rights.ChartRights;
import java.nio.file.Path;

/** What follows from charts. */
@FunctionalInterface
public interface FromCharts {

  /**
   * Returns the rights for a chart.
   *
   * @throws dev.catamaran.api.ManagerException if the chart is missing or not valid
   */
  ChartRights rights(RecordedChart chart);

  /**
   * Returns the CRD of a kind with a chart.
   *
   * @param chart folder with Chart.yaml in it
   * @throws dev.catamaran.api.ManagerException if the chart is missing or not valid
   */
  default ChartDefinition definition(ProjectApi api, Path chart) {
    return ChartFiles.of(api, chart).definition();
  }
}
