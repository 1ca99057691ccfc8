package dev.catamaran.manager;

import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chartsource.ChartSupply;
import dev.catamaran.chartsource.FollowedFiles;
import dev.catamaran.chartsource.PulledCharts;
import dev.catamaran.chartsource.RegistryConfig;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.temporary.TemporaryFolder;
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
 * @param unpacked copies of the charts as loaded; they end with the process
 */
record ManagerSupply(FollowedFiles files, ChartSupply charts, TemporaryFolder unpacked)
    implements AutoCloseable {

  /** Opens the sources of a manager, with the given folder for pulled charts. */
  static ManagerSupply open(Optional<Path> cache, Optional<Path> registryConfig) {
    var files = new FollowedFiles();
    var unpacked = TemporaryFolder.create("charts-");
    return new ManagerSupply(files, charts(files, unpacked, cache, registryConfig), unpacked);
  }

  private static ChartSupply charts(
      FollowedFiles files,
      TemporaryFolder unpacked,
      Optional<Path> cache,
      Optional<Path> registryConfig) {
    var home = Path.of(System.getProperty("user.home"));
    var credentials =
        registryConfig
            .map(file -> new RegistryConfig(List.of(file)))
            .orElseGet(() -> RegistryConfig.ofHelm(System.getenv(), home));
    var folder =
        cache.orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"), "catamaran-charts"));
    return new ChartSupply(
        new ChartLoader(unpacked.path()),
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
      return loader(engine).load(file, System.getenv(), ManagerSupply::isOnClassPath);
    }
  }

  /** Reads entries that a program has in place of a file. */
  WatchesLoader.Reading entries(String text) {
    try (var engine = ChartEngine.start()) {
      return loader(engine)
          .read(DeclaredWatches.PROGRAM, text, System.getenv(), ManagerSupply::isOnClassPath);
    }
  }

  private WatchesLoader loader(ChartEngine engine) {
    return new WatchesLoader(charts::check, engine);
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
    unpacked.close();
  }
}
