package dev.catamaran.helm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A folder that is deleted with its content when it is closed. */
public record TemporaryFolder(Path path) implements AutoCloseable {

  /**
   * Creates an empty folder, for this user alone.
   *
   * @throws UncheckedIOException if the folder for temporary files cannot be written
   */
  public static TemporaryFolder create(String prefix) {
    try {
      return new TemporaryFolder(Files.createTempDirectory(prefix));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write below " + System.getProperty("java.io.tmpdir"), e);
    }
  }

  /**
   * Deletes it.
   *
   * @throws UncheckedIOException if something in it cannot be deleted
   */
  @Override
  public void close() {
    try (var files = Files.walk(path)) {
      for (var file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + path, e);
    }
  }
}
