package dev.catamaran.testcluster;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.helm.EngineTraps;
import dev.catamaran.helm.HelmTextTemplates;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manager.Manager;
import dev.catamaran.manager.ManagerOptions;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watches;
import dev.catamaran.watch.WatchesLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The real manager, in the process of the tests, at work in one namespace under an identity of its
 * own.
 */
public final class TestOperator implements AutoCloseable {
  private static final int WORKERS = 4;

  private final Manager manager;

  private TestOperator(Manager manager) {
    this.manager = manager;
  }

  private static final class Engine {
    static {
      EngineTraps.close();
    }

    static void ready() {}
  }

  static TestOperator start(
      Set<String> namespaces, OperatorIdentity identity, Watching watching, Duration period) {
    Engine.ready();
    var options =
        new ManagerOptions(
            Optional.of(identity.kubeconfig()),
            new WatchedNamespaces(namespaces),
            period,
            WORKERS,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Duration.ofSeconds(30));
    try {
      var loader = new ChartLoader(Files.createTempDirectory("charts-"));
      var watches =
          new WatchesLoader(loader, new HelmTextTemplates()).load(watching.write(), Map.of());
      var manager = new Manager(options, watches, load(loader, watches), () -> {});
      manager.start();
      return new TestOperator(manager);
    } catch (InvalidWatchesException | InvalidChartException e) {
      throw new IllegalArgumentException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops it as SIGTERM would. */
  @Override
  public void close() {
    manager.stop();
  }

  private static Map<Path, Chart> load(ChartLoader loader, Watches watches)
      throws InvalidChartException {
    var charts = new HashMap<Path, Chart>();
    for (var watch : watches.watches()) {
      if (watch.source() instanceof HelmChart source) {
        charts.put(source.chart(), loader.load(source.chart()));
      }
    }
    return charts;
  }
}
