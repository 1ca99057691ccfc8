package dev.catamaran.manager;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chartsource.FollowedFiles;
import dev.catamaran.chartsource.FollowedFiles.Following;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.Watches;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a manager follow its watches.yaml. */
public final class WatchesFile {
  private static final Logger log = LoggerFactory.getLogger(WatchesFile.class);

  /** Delay of a retry: the problem may be a chart that is not on disk yet. */
  private final Executor later =
      CompletableFuture.delayedExecutor(10, TimeUnit.SECONDS, Thread::startVirtualThread);

  private final Path file;
  private final Reading reading;
  private final Manager manager;
  private String problem = "";

  /** Reader of the file. */
  @FunctionalInterface
  public interface Reading {
    /** Reads the current content of the file. */
    Watches read() throws InvalidWatchesException;
  }

  /** Prepares to follow the file. */
  public WatchesFile(Path file, Reading reading, Manager manager) {
    this.file = file;
    this.reading = reading;
    this.manager = manager;
  }

  /**
   * Switches the manager to the content of the file after each change. A file with problems changes
   * nothing; the problems are logged.
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
    } catch (InvalidWatchesException | ManagerException | UncheckedIOException e) {
      notUsed("cannot be used; the previous watches stay in use. " + e.getMessage());
    } catch (RuntimeException | Error e) {
      // The file may name a class that cannot be initialized, or the API server may be away.
      notUsed("could not be put to use completely; this is tried again. " + e);
    }
  }

  private void notUsed(String why) {
    if (!why.equals(problem)) {
      log.error("{} has changed, but {}", file, why);
    }
    problem(why);
    later.execute(this::retry);
  }

  private synchronized void retry() {
    if (!problem.isEmpty() && !manager.isStopping()) {
      reload();
    }
  }

  private synchronized void problem(String now) {
    problem = now;
    manager.watchesAreCurrent(now.isEmpty());
  }
}
