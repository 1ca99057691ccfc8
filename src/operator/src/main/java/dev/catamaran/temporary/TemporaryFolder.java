package dev.catamaran.temporary;

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
    return new TemporaryFolder(TemporaryFiles.folder(prefix));
  }

  /**
   * Deletes it, if it was not moved or deleted.
   *
   * @throws UncheckedIOException if something in it cannot be deleted
   */
  @Override
  public void close() {
    if (Files.notExists(path)) {
      return;
    }
    try (var files = Files.walk(path)) {
      for (var file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + path, e);
    }
  }
}
