package dev.catamaran.chartsource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports changes of files and folders, once they are stable. Polls every two seconds:
 * notifications of the operating system do not work for every volume, nor through the links by
 * which Kubernetes swaps a volume.
 */
public final class FollowedFiles implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(FollowedFiles.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
  private static final Duration TO_COME_TO_REST = Duration.ofMillis(500);

  private final Duration betweenLooks;
  private final Duration toComeToRest;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("files").daemon().factory());

  public FollowedFiles() {
    this(BETWEEN_LOOKS, TO_COME_TO_REST);
  }

  FollowedFiles(Duration betweenLooks, Duration toComeToRest) {
    this.betweenLooks = betweenLooks;
    this.toComeToRest = toComeToRest;
  }

  /** Handle that stops the polling of one path. */
  public interface Following extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * The state of a file, or of all files of a folder, at one moment. It shows a change without
   * reading any content. Links are followed, so it detects a volume that Kubernetes swaps by one.
   */
  public record Seen(Path path, Map<Path, String> files) {}

  /**
   * Returns the current state of a file or folder, for {@link #follow(Seen, Runnable)}. To be
   * called before its content is read: a change after that is followed, even if the following
   * begins later.
   *
   * @param path need not exist
   * @throws UncheckedIOException if the files cannot be examined
   */
  public static Seen see(Path path) {
    var files = new TreeMap<Path, String>();
    try {
      Files.walkFileTree(
          path, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, collector(files));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Seen(path, files);
  }

  private static SimpleFileVisitor<Path> collector(Map<Path, String> files) {
    return new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes now) {
        files.put(file, now.size() + " " + now.lastModifiedTime() + " " + now.fileKey());
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFileFailed(Path file, IOException failure) {
        files.put(file, "");
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
        return FileVisitResult.CONTINUE;
      }
    };
  }

  /**
   * Follows a file or folder, starting from its current state. The path need not exist.
   *
   * @param onChange called for each change, on the thread that polls all files
   * @throws UncheckedIOException if the files cannot be examined
   */
  public Following follow(Path path, Runnable onChange) {
    return follow(see(path), onChange);
  }

  /**
   * Follows a file or folder, starting from an earlier state.
   *
   * @param onChange called for each change, on the thread that polls all files
   */
  public Following follow(Seen seen, Runnable onChange) {
    var followed = new Followed(seen, onChange);
    later(followed, betweenLooks);
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
    } catch (RuntimeException | Error e) {
      // Also after an Error: the next change may be its correction.
      log.warn("A change of {} could not be followed: {}", followed.path, e.toString());
    }
    later(followed, atRest ? betweenLooks : toComeToRest);
  }

  private static final class Followed implements Following {
    private final Path path;
    private final Runnable onChange;
    private Seen reported;
    private Seen last;
    private volatile boolean isOver;

    Followed(Seen seen, Runnable onChange) {
      this.path = seen.path();
      this.onChange = onChange;
      this.reported = seen;
      this.last = seen;
    }

    /**
     * Reports a change that is stable since the last poll.
     *
     * @return false if the files are still changing
     * @throws UncheckedIOException if the files cannot be examined
     */
    boolean look() {
      var now = see(path);
      boolean atRest = now.equals(last);
      last = now;
      if (atRest && !now.equals(reported)) {
        reported = now;
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
