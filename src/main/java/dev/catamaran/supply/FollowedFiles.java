package dev.catamaran.supply;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of changes of files and folders, once they have come to rest. Looks every two seconds:
 * notifications of the operating system do not reach over every volume, nor through the links by
 * which Kubernetes swaps one.
 */
public final class FollowedFiles implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FollowedFiles.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
  private static final Duration TO_COME_TO_REST = Duration.ofMillis(500);

  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("files").daemon().factory());

  /** Ends the following of one path. */
  public interface Following extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Follows a file or folder, which need not exist, from how it looks now.
   *
   * @param onChange told of each change, on the thread that looks at all files
   */
  public Following follow(Path path, Runnable onChange) {
    var followed = new Followed(path, onChange);
    later(followed, BETWEEN_LOOKS);
    return followed;
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }

  private void later(Followed followed, Duration delay) {
    try {
      var unused = looks.schedule(() -> look(followed), delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("{} is not followed any more", followed.path);
    }
  }

  private void look(Followed followed) {
    if (followed.isOver) {
      return;
    }
    boolean atRest = true;
    try {
      atRest = followed.look();
    } catch (RuntimeException e) {
      log.warn("A change of {} could not be followed: {}", followed.path, e.getMessage());
    }
    later(followed, atRest ? BETWEEN_LOOKS : TO_COME_TO_REST);
  }

  private static final class Followed implements Following {
    private final Path path;
    private final Runnable onChange;
    private Fingerprint told;
    private Fingerprint last;
    private volatile boolean isOver;

    Followed(Path path, Runnable onChange) {
      this.path = path;
      this.onChange = onChange;
      this.told = Fingerprint.of(path);
      this.last = told;
    }

    /**
     * Tells of a change if there is one that did not go on since the last look.
     *
     * @return false if something is going on
     * @throws UncheckedIOException if the files cannot be looked at
     */
    boolean look() {
      var now = Fingerprint.of(path);
      boolean atRest = now.equals(last);
      last = now;
      if (atRest && !now.equals(told)) {
        told = now;
        onChange.run();
      }
      return atRest;
    }

    @Override
    public void close() {
      isOver = true;
    }
  }
}
