package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.project.OfflineEnvironment;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.Watches;
import dev.catamaran.watch.WatchesLoader;
import java.nio.file.Path;

/**
 * A watches.yaml as it is written. Its charts and templates are not read, and variables of the
 * operator need not be set.
 */
final class DeclaredWatches {
  private DeclaredWatches() {}

  /**
   * Reads the file.
   *
   * @throws ManagerException if it is missing or not valid
   */
  static Watches read(Path file) {
    try {
      return new WatchesLoader(chart -> {}, template -> OfflineEnvironment.TEMPLATE)
          .load(file, new OfflineEnvironment(System.getenv()));
    } catch (InvalidWatchesException e) {
      throw new ManagerException(String.valueOf(e.getMessage()));
    }
  }
}
