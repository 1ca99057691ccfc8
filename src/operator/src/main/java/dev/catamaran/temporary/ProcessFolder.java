package dev.catamaran.temporary;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A folder with a locked file. The lock ends with the process, in any way: without it, the folder
 * is abandoned. Process ids would not tell, as they repeat from container to container.
 */
final class ProcessFolder {
  private static final String PREFIX = "catamaran-process-";
  private static final String LOCK = "lock";

  private final Path path;
  private final @Nullable Object identity;

  /** Keeps the lock: a channel without references is closed. */
  @SuppressWarnings({"FieldCanBeLocal", "unused"})
  private final FileChannel lock;

  private ProcessFolder(Path path, FileChannel lock) throws IOException {
    this.path = path;
    this.lock = lock;
    this.identity = identityOf(path);
  }

  static ProcessFolder create(Path root) throws IOException {
    while (true) {
      var path = Files.createTempDirectory(root, PREFIX);
      path.toFile().deleteOnExit();
      var lock = path.resolve(LOCK);
      var channel = FileChannel.open(lock, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      lock.toFile().deleteOnExit();
      // Until it was locked, another process could take it for abandoned.
      if (channel.tryLock() != null && Files.exists(lock)) {
        return new ProcessFolder(path, channel);
      }
      channel.close();
    }
  }

  Path path() {
    return path;
  }

  /** Returns whether it still exists. Many systems delete old temporary files. */
  boolean isThere() {
    try {
      return Objects.equals(identity, identityOf(path));
    } catch (IOException e) {
      return false;
    }
  }

  /** Tells it from another folder of that name. */
  private static @Nullable Object identityOf(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  /** Deletes the folders of this user's ended processes beside it. */
  void deleteAbandoned() throws IOException {
    try (var others = Files.newDirectoryStream(path.resolveSibling(""), PREFIX + "*")) {
      for (var other : others) {
        // To close a second channel would unlock our own file.
        if (!other.equals(path) && isOfThisUser(other)) {
          deleteIfAbandoned(other);
        }
      }
    }
  }

  private boolean isOfThisUser(Path other) {
    try {
      return Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS)
          && Files.getOwner(other, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(path));
    } catch (IOException e) {
      return false;
    }
  }

  private static void deleteIfAbandoned(Path folder) {
    try (var channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE)) {
      if (channel.tryLock() != null) {
        delete(folder);
      }
    } catch (IOException | UncheckedIOException | OverlappingFileLockException e) {
      // It is new, another process deletes it, or it is in use.
    }
  }

  /** The lock stays until the rest is deleted, so that a failure leaves the folder abandoned. */
  private static void delete(Path folder) throws IOException {
    var lock = folder.resolve(LOCK);
    try (var files = Files.walk(folder)) {
      for (var file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        if (!file.equals(lock) && !file.equals(folder)) {
          Files.delete(file);
        }
      }
    }
    Files.delete(lock);
    Files.delete(folder);
  }
}
