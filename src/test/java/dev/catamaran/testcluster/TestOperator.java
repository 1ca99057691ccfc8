package dev.catamaran.testcluster;

import dev.catamaran.chart.ChartLoader;
import dev.catamaran.helm.EngineTraps;
import dev.catamaran.helm.HelmTextTemplates;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manager.Manager;
import dev.catamaran.manager.ManagerOptions;
import dev.catamaran.manager.WatchesFile;
import dev.catamaran.manager.WebhookOptions;
import dev.catamaran.supply.ChartSupply;
import dev.catamaran.supply.FollowedFiles;
import dev.catamaran.supply.PulledCharts;
import dev.catamaran.supply.RegistryConfig;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.WatchesLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
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
  private final ChartSupply charts;
  private final FollowedFiles files;
  private final Path watches;

  private TestOperator(Manager manager, ChartSupply charts, FollowedFiles files, Path watches) {
    this.manager = manager;
    this.charts = charts;
    this.files = files;
    this.watches = watches;
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
            WebhookOptions.off(),
            Optional.empty(),
            Duration.ofSeconds(30));
    try {
      var files = new FollowedFiles();
      var cache = Files.createTempDirectory("charts-");
      var charts =
          new ChartSupply(
              new ChartLoader(cache.resolve("unpacked")),
              new PulledCharts(cache.resolve("pulled"), new RegistryConfig(List.of())),
              files);
      var file = watching.write();
      WatchesFile.Reading reading =
          () -> new WatchesLoader(charts::check, new HelmTextTemplates()).load(file, Map.of());
      var manager = new Manager(options, reading.read(), charts, () -> {});
      manager.start();
      var unused = new WatchesFile(file, reading, manager).follow(files);
      return new TestOperator(manager, charts, files, file);
    } catch (InvalidWatchesException e) {
      throw new IllegalArgumentException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Edits its watches.yaml, in one step as an editor or a mounted ConfigMap does. */
  public void edit(Watching watching) {
    try {
      Files.move(watching.write(), watches, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops it as SIGTERM would. */
  @Override
  public void close() {
    files.close();
    manager.stop();
    charts.close();
  }
}
