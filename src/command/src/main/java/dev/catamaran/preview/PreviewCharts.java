package dev.catamaran.preview;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.chart.Charts;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.chartsource.PulledCharts;
import dev.catamaran.chartsource.RegistryConfig;
import dev.catamaran.temporary.TemporaryFolder;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The charts of a watches.yaml, each loaded or pulled once. */
final class PreviewCharts implements Charts, AutoCloseable {
  private final TemporaryFolder folder = TemporaryFolder.create("catamaran-preview-");
  private final ChartLoader loader = new ChartLoader(folder.path().resolve("unpacked"));
  private final Map<ChartReference, Chart> loaded = new HashMap<>();
  private final PulledCharts pulled =
      new PulledCharts(
          folder.path().resolve("pulled"),
          RegistryConfig.ofHelm(System.getenv(), Path.of(System.getProperty("user.home"))));

  @Override
  public synchronized Chart get(ChartReference reference) throws ChartUnavailableException {
    var known = loaded.get(reference);
    if (known != null) {
      return known;
    }
    var chart = load(reference);
    loaded.put(reference, chart);
    return chart;
  }

  private Chart load(ChartReference reference) throws ChartUnavailableException {
    try {
      return switch (reference) {
        case ChartReference.Local(var path) -> loader.load(path);
        case ChartReference.Remote remote -> pulled.load(remote, loader);
      };
    } catch (InvalidChartException | UncheckedIOException e) {
      throw new ChartUnavailableException(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    folder.close();
  }
}
