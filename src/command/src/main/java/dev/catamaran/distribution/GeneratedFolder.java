package dev.catamaran.distribution;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A folder of generated files alone: a file that is no longer generated must not stay, because it
 * would be installed.
 *
 * @param folder the folder; may be missing
 * @param marker a file that every generated folder has
 * @param mark a line of that file
 */
public record GeneratedFolder(Path folder, String marker, String mark) {

  /**
   * Replaces the content.
   *
   * @param files texts by path
   * @param force replaces a folder that another hand made
   * @throws ManagerException if the folder is not generated, or cannot be written
   */
  public void write(Map<String, String> files, boolean force) {
    try {
      if (!force && !isMine()) {
        throw new ManagerException(
            "%s has files that this command did not write; nothing is written. Choose another folder with --output, or use --force to replace all of it"
                .formatted(folder));
      }
      var absolute = folder.toAbsolutePath();
      Files.createDirectories(absolute.resolveSibling(""));
      var made = Files.createTempDirectory(absolute.resolveSibling(""), ".catamaran-");
      try {
        fill(made, files);
        delete(absolute);
        Files.move(made, absolute);
      } finally {
        delete(made);
      }
    } catch (IOException e) {
      throw new ManagerException("%s cannot be written: %s".formatted(folder, e));
    }
  }

  private boolean isMine() throws IOException {
    if (!Files.exists(folder)) {
      return true;
    }
    try (var files = Files.list(folder)) {
      if (files.findAny().isEmpty()) {
        return true;
      }
    }
    var file = folder.resolve(marker);
    return Files.isRegularFile(file) && Files.readString(file).contains(mark);
  }

  private static void fill(Path folder, Map<String, String> files) throws IOException {
    // The folder of a temporary file is private; this one is for everyone.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (var file : files.entrySet()) {
      var path = folder.resolve(file.getKey());
      Files.createDirectories(path.resolveSibling(""));
      Files.writeString(path, file.getValue());
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> all;
    try (var files = Files.walk(folder)) {
      all = new ArrayList<>(files.sorted(Comparator.reverseOrder()).toList());
    }
    for (var file : all) {
      Files.delete(file);
    }
  }
}
