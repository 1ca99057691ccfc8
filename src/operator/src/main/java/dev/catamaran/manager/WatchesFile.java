package dev.catamaran.manager;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chartsource.FollowedFiles;
import dev.catamaran.chartsource.FollowedFiles.Following;
import dev.catamaran.chartsource.FollowedFiles.Seen;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.Watches;
import java.io.UncheckedIOException;
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

  private final Seen seen;
  private final Reading reading;
  private final Manager manager;
  private String problem = "";
  private boolean isWaiting;

  /** Reader of the file. */
  @FunctionalInterface
  public interface Reading {
    Watches read() throws InvalidWatchesException;
  }

  /**
   * Prepares to follow the file.
   *
   * @param seen its state before the manager's own watches were read
   */
  public WatchesFile(Seen seen, Reading reading, Manager manager) {
    this.seen = seen;
    this.reading = reading;
    this.manager = manager;
  }

  /**
   * Switches the manager to the content of the file after each change, also one before this call. A
   * file with problems changes nothing; the problems are logged.
   */
  public Following follow(FollowedFiles files) {
    return files.follow(
        seen,
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
      log.info("{} has changed and is in use", seen.path());
    } catch (InvalidWatchesException | ManagerException | UncheckedIOException e) {
      notUsed("cannot be used; the previous watches stay in use. " + e.getMessage());
    } catch (RuntimeException | Error e) {
      // The file may name a class that cannot be initialized, or the API server may be away.
      notUsed("could not be put to use completely; this is tried again. " + e);
    }
  }

  private void notUsed(String why) {
    if (!why.equals(problem)) {
      log.error("{} has changed, but {}", seen.path(), why);
    }
    problem(why);
    if (!isWaiting) {
      isWaiting = true;
      later.execute(this::retry);
    }
  }

  private synchronized void retry() {
    isWaiting = false;
    if (!problem.isEmpty() && !manager.isStopping()) {
      reload();
    }
  }

  private synchronized void problem(String now) {
    problem = now;
    manager.meters().watchesAreCurrent(now.isEmpty());
  }
}
