package dev.catamaran.temporary;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Temporary files and folders, all in one folder of this process, for this user alone. They belong
 * to their creators: at the end of the process, only an empty folder is deleted. A killed process
 * leaves its folder, and the next process deletes it.
 */
public final class TemporaryFiles {
  private static @Nullable ProcessFolder ours;

  private TemporaryFiles() {}

  /**
   * Creates an empty file.
   *
   * @throws UncheckedIOException if the folder for temporary files cannot be written
   */
  public static Path file(String prefix, String suffix) {
    try {
      return Files.createTempFile(folder(), prefix, suffix);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /**
   * Creates an empty file that is deleted at the end of the process.
   *
   * @throws UncheckedIOException if the folder for temporary files cannot be written
   */
  public static Path lastingFile(String prefix, String suffix) {
    var file = file(prefix, suffix);
    file.toFile().deleteOnExit();
    return file;
  }

  /**
   * Creates an empty folder.
   *
   * @throws UncheckedIOException if the folder for temporary files cannot be written
   */
  public static Path folder(String prefix) {
    try {
      return Files.createTempDirectory(folder(), prefix);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private static synchronized Path folder() throws IOException {
    if (ours == null || !ours.isThere()) {
      var root = root();
      ours = ProcessFolder.create(root);
      ours.deleteAbandoned();
    }
    return ours.path();
  }

  private static Path root() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  private static UncheckedIOException unwritable(IOException e) {
    return new UncheckedIOException("cannot write below " + root(), e);
  }
}
