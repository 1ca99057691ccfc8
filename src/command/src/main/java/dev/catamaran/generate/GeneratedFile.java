package dev.catamaran.generate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A file of a project that follows from Java classes.
 *
 * @param path of the file
 * @param text whole content
 */
public record GeneratedFile(Path path, String text) {

  /**
   * Returns whether the file has this content.
   *
   * @throws ManagerException if the file cannot be read
   */
  public boolean isUpToDate() {
    try {
      return Files.isRegularFile(path)
          && Arrays.equals(Files.readAllBytes(path), text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(path, e));
    }
  }

  /**
   * Writes the file. Creates a missing folder.
   *
   * @throws ManagerException if the file cannot be written
   */
  public void write() {
    try {
      Files.createDirectories(path.toAbsolutePath().resolveSibling(""));
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new ManagerException("%s cannot be written: %s".formatted(path, e));
    }
  }
}
