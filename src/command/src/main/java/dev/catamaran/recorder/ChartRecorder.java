package dev.catamaran.recorder;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.chart.Values;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.temporary.TemporaryFolder;
import java.nio.file.Path;

/** Records charts, without a cluster. Helm writes nothing. */
public final class ChartRecorder implements AutoCloseable {
  private final ChartEngine engine;
  private final TemporaryFolder folder;

  /** Creates a recorder. */
  public ChartRecorder(ChartEngine engine) {
    this.engine = engine;
    this.folder = TemporaryFolder.create("catamaran-recorded-");
  }

  @Override
  public void close() {
    folder.close();
  }

  /**
   * Loads a chart.
   *
   * @param chart a folder with a Chart.yaml, or a .tgz
   * @throws ManagerException with the problems of the chart
   */
  public Chart load(Path chart) {
    try {
      return new ChartLoader(folder.path()).load(chart);
    } catch (InvalidChartException e) {
      throw new ManagerException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Renders an installation and an upgrade, and returns what Helm makes and looks up.
   *
   * @throws ManagerException with Helm's sentence, if Helm refuses chart and values, for example
   *     because a required value is missing
   */
  public Recording record(Chart chart, ReleaseKey release, Values values) {
    var recorded = installed(chart, release, values);
    recorded.upgrade();
    return recorded.recording();
  }

  /**
   * The same for an installation only.
   *
   * @throws ManagerException with Helm's sentence, if Helm refuses chart and values
   */
  public Recording render(Chart chart, ReleaseKey release, Values values) {
    return installed(chart, release, values).recording();
  }

  private RecordedRelease installed(Chart chart, ReleaseKey release, Values values) {
    var recorded = new RecordedRelease(engine, chart, release, values);
    try {
      recorded.install();
    } catch (EngineFaultException e) {
      throw new ManagerException(
          "chart %s cannot be rendered: %s".formatted(chart.name(), e.getMessage()));
    }
    return recorded;
  }
}
