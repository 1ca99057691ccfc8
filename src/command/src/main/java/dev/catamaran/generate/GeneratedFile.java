package dev.catamaran.generate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file of a project that follows from Java classes.
 *
 * @param path of the file
 * @param text whole content
 */
public record GeneratedFile(Path path, String text) {

  /** Returns whether the file has this content. */
  public boolean isUpToDate() throws IOException {
    return Files.exists(path) && Files.readString(path).equals(text);
  }

  /** Writes the file, and its folder if there is none. */
  public void write() throws IOException {
    Files.createDirectories(path.toAbsolutePath().resolveSibling(""));
    Files.writeString(path, text);
  }
}
