package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;

/**
 * Files that are written and deleted all, or not at all. Each is written beside its place first, so
 * a full disk, or the end of the process, leaves no half of a file.
 */
public final class FileTransaction {
  private static final FileAttribute<?>[] FOR_OWNER = {
    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
  };

  private final Map<Path, Path> prepared = new LinkedHashMap<>();
  private final Map<Path, Optional<byte[]>> before = new LinkedHashMap<>();

  private FileTransaction() {}

  /**
   * Writes files, and deletes those without content, also the folders that are empty then.
   *
   * @param secret those that only their owner may read, at no time anybody else
   * @param root folder that stays, also if it is empty
   */
  static void write(SortedMap<Path, Optional<byte[]>> wanted, Set<Path> secret, Path root) {
    var done = new FileTransaction();
    wanted.forEach(
        (file, content) ->
            content.ifPresent(bytes -> done.prepare(file, bytes, secret.contains(file))));
    done.prepared.forEach(done::place);
    // Last: to restore a file does not restore its permissions.
    var deleted = wanted.keySet().stream().filter(file -> !isWanted(wanted, file)).toList();
    deleted.forEach(done::delete);
    deleted.forEach(file -> deleteEmpty(file.resolveSibling(""), root));
  }

  private static boolean isWanted(Map<Path, Optional<byte[]>> wanted, Path file) {
    return wanted.getOrDefault(file, Optional.empty()).isPresent();
  }

  public static Optional<byte[]> present(Path file) {
    try {
      return Files.isRegularFile(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(file, e));
    }
  }

  private void prepare(Path file, byte[] content, boolean isSecret) {
    try {
      // A link stays one.
      var target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
      var fresh = beside(target);
      Files.createDirectories(fresh.resolveSibling(""));
      prepared.put(target, fresh);
      Files.createFile(fresh, isSecret ? FOR_OWNER : new FileAttribute<?>[0]);
      Files.write(fresh, content);
      if (!isSecret && Files.exists(target) && isPosix(target)) {
        Files.setPosixFilePermissions(fresh, Files.getPosixFilePermissions(target));
      }
      if (isScript(content) && !fresh.toFile().setExecutable(true)) {
        throw new IOException("its file system knows no executable files");
      }
    } catch (IOException | UnsupportedOperationException e) {
      throw undone(file, "written", e);
    }
  }

  private static boolean isPosix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static Path beside(Path file) {
    return file.resolveSibling(".%s.%s".formatted(file.getFileName(), UUID.randomUUID()));
  }

  private void place(Path file, Path fresh) {
    try {
      var present = present(file);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      before.put(file, present);
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
    var lost = new ArrayList<Path>();
    before.forEach(
        (file, content) -> {
          if (!isRestored(file, content)) {
            lost.add(file);
          }
        });
    prepared.values().forEach(fresh -> isRestored(fresh, Optional.empty()));
    return new ManagerException(
        "%s cannot be %s: %s. %s"
            .formatted(
                failed,
                what,
                cause,
                lost.isEmpty()
                    ? "The project is as before"
                    : "These files cannot be restored: " + lost));
  }

  private static boolean isRestored(Path file, Optional<byte[]> content) {
    try {
      if (content.isPresent()) {
        Files.write(file, content.get());
      } else {
        Files.deleteIfExists(file);
      }
      return true;
    } catch (IOException e) {
      return false;
    }
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
