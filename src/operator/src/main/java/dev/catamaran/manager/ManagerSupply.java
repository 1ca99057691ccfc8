package dev.catamaran.manager;

import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chartsource.ChartSupply;
import dev.catamaran.chartsource.FollowedFiles;
import dev.catamaran.chartsource.PulledCharts;
import dev.catamaran.chartsource.RegistryConfig;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.EngineSyntax;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.Watches;
import dev.catamaran.watch.WatchesLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Sources of a manager's charts and watches.
 *
 * @param files follows files on disk
 * @param charts the stock of charts
 */
record ManagerSupply(FollowedFiles files, ChartSupply charts) implements AutoCloseable {

  ManagerSupply(Optional<Path> cache, Optional<Path> registryConfig) {
    this(new FollowedFiles(), cache, registryConfig);
  }

  private ManagerSupply(FollowedFiles files, Optional<Path> cache, Optional<Path> registryConfig) {
    this(files, charts(files, cache, registryConfig));
  }

  private static ChartSupply charts(
      FollowedFiles files, Optional<Path> cache, Optional<Path> registryConfig) {
    var home = Path.of(System.getProperty("user.home"));
    var credentials =
        registryConfig
            .map(file -> new RegistryConfig(List.of(file)))
            .orElseGet(() -> RegistryConfig.ofHelm(System.getenv(), home));
    var folder =
        cache.orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"), "catamaran-charts"));
    return new ChartSupply(
        new ChartLoader(folder.resolve("unpacked")),
        new PulledCharts(folder.resolve("pulled"), credentials),
        files);
  }

  /** Reads a watches.yaml, if there is one, and adds the declarations of a program. */
  WatchesFile.Reading reading(Optional<Path> file, DeclaredWatches declared) {
    return () -> declared.over(file.isPresent() ? load(file.get()) : NOTHING);
  }

  private static final Watches NOTHING = new Watches(Path.of(""), List.of(), List.of());

  private Watches load(Path file) throws InvalidWatchesException {
    try (var engine = ChartEngine.start()) {
      return new WatchesLoader(charts::check, new EngineSyntax(engine))
          .load(file, System.getenv(), ManagerSupply::isOnClassPath);
    }
  }

  private static boolean isOnClassPath(String className) {
    try {
      Class.forName(className, false, ManagerSupply.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  @Override
  public void close() {
    files.close();
    charts.close();
  }
}
