package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Files that are written and deleted all, or not at all. */
final class FileTransaction {
  private final Map<Path, Optional<byte[]>> before = new LinkedHashMap<>();

  private FileTransaction() {}

  /**
   * Writes files, and deletes those without content, also the folders that are empty then.
   *
   * @param root folder that stays, also if it is empty
   * @throws ManagerException if one cannot be written; all are as before then
   */
  static void write(SortedMap<Path, Optional<byte[]>> wanted, Path root) {
    var done = new FileTransaction();
    wanted.forEach((file, content) -> content.ifPresent(text -> done.write(file, text)));
    // Last: to restore a file does not restore its permissions.
    var deleted = wanted.keySet().stream().filter(file -> !isWanted(wanted, file)).toList();
    deleted.forEach(done::delete);
    deleted.forEach(file -> deleteEmpty(file.resolveSibling(""), root));
  }

  private static boolean isWanted(Map<Path, Optional<byte[]>> wanted, Path file) {
    return wanted.getOrDefault(file, Optional.empty()).isPresent();
  }

  /**
   * Returns the content of a file that exists.
   *
   * @throws ManagerException if it cannot be read
   */
  static Optional<byte[]> present(Path file) {
    try {
      return Files.isRegularFile(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(file, e));
    }
  }

  private void write(Path file, byte[] content) {
    try {
      var present = present(file);
      Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
      before.put(file, present);
      Files.write(file, content);
      if (isScript(content) && !file.toFile().setExecutable(true)) {
        throw new IOException("its file system knows no executable files");
      }
    } catch (IOException | ManagerException e) {
      throw undone(file, "written", e);
    }
  }

  private void delete(Path file) {
    try {
      var present = present(file);
      Files.delete(file);
      before.put(file, present);
    } catch (IOException | ManagerException e) {
      throw undone(file, "deleted", e);
    }
  }

  private static boolean isScript(byte[] content) {
    return content.length > 1 && content[0] == '#' && content[1] == '!';
  }

  private ManagerException undone(Path failed, String what, Exception cause) {
    before.forEach(
        (file, content) -> {
          try {
            if (content.isPresent()) {
              Files.write(file, content.get());
            } else {
              Files.deleteIfExists(file);
            }
          } catch (IOException e) {
            throw new ManagerException("%s cannot be restored: %s".formatted(file, e));
          }
        });
    return new ManagerException(
        "%s cannot be %s: %s. The project is as before".formatted(failed, what, cause));
  }

  private static void deleteEmpty(Path folder, Path root) {
    try {
      for (var each = folder;
          !each.equals(root) && each.startsWith(root);
          each = each.resolveSibling("")) {
        Files.delete(each);
      }
    } catch (IOException e) {
      // It has other files. An empty folder harms nobody.
    }
  }
}
