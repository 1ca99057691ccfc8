package dev.catamaran.manager;

import dev.catamaran.supply.FollowedFiles;
import dev.catamaran.supply.FollowedFiles.Following;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.Watches;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has a manager follow the watches.yaml that it was started with. */
public final class WatchesFile {
  private static final Logger log = LoggerFactory.getLogger(WatchesFile.class);

  /** What is wrong may lie in a chart on disk that is not there yet. */
  private final Executor later =
      CompletableFuture.delayedExecutor(10, TimeUnit.SECONDS, Thread::startVirtualThread);

  private final Path file;
  private final Reading reading;
  private final Manager manager;
  private String problem = "";

  /** Reads the file. */
  @FunctionalInterface
  public interface Reading {
    /** Reads it as it is now. */
    Watches read() throws InvalidWatchesException;
  }

  /** Follows nothing yet. */
  public WatchesFile(Path file, Reading reading, Manager manager) {
    this.file = file;
    this.reading = reading;
    this.manager = manager;
  }

  /**
   * From now on the manager goes over to what the file says each time it changes; a file with
   * problems changes nothing and is told in the log.
   */
  public Following follow(FollowedFiles files) {
    return files.follow(
        file,
        () -> {
          problem("");
          reload();
        });
  }

  private synchronized void reload() {
    try {
      var watches = reading.read();
      watches.notes().forEach(log::info);
      manager.change(watches);
      problem("");
      log.info("{} has changed and is in use", file);
    } catch (InvalidWatchesException | ManagerException e) {
      var now = String.valueOf(e.getMessage());
      if (!now.equals(problem)) {
        log.error(
            "{} has changed, but is invalid; the previous watches stay in use. {}", file, now);
      }
      problem(now);
      later.execute(this::retry);
    }
  }

  private synchronized void retry() {
    if (!problem.isEmpty()) {
      reload();
    }
  }

  private synchronized void problem(String now) {
    problem = now;
    manager.watchesAreCurrent(now.isEmpty());
  }
}
