package dev.catamaran.yaml;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Reads text from files that have an end. */
public final class TextFile {
  private TextFile() {}

  /**
   * Returns the content of a file in UTF-8.
   *
   * @throws IOException also for a pipe or a device, which may never end
   */
  public static String read(Path file) throws IOException {
    var attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (attributes.isOther()) {
      throw new FileSystemException(file.toString(), null, "a pipe or a device, not a file");
    }
    return Files.readString(file);
  }
}
