package dev.catamaran.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The jar of the command, as Maven packages it. */
final class BuiltJar {
  private static final Path FOLDER = Path.of("src/command/target");

  private BuiltJar() {}

  /**
   * Its path.
   *
   * @throws IllegalStateException if it is not built
   */
  static Path path() {
    try (var jars = Files.newDirectoryStream(FOLDER, "*-standalone.jar")) {
      var all = jars.iterator();
      if (all.hasNext()) {
        return all.next().toAbsolutePath();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalStateException(
        "there is no *-standalone.jar in " + FOLDER + "; run: make build");
  }
}
