package dev.catamaran.helm;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Helm's native library in this process. helm-java copies it into the temporary folder, about 94
 * MB, and deletes the copy at a regular exit only (com.marcnuri.helm.jni.NativeLibrary). A process
 * that is killed again and again would fill the volume.
 */
final class LoadedLibrary {
  /** Linux names each file that is mapped into a process; elsewhere there is no such file. */
  private static final Path MAPPED = Path.of("/proc/self/maps");

  private static final Pattern COPY = Pattern.compile("/\\S*/helm-java[^/\\s]*/[^/\\s]+$");

  private LoadedLibrary() {}

  /** Deletes the copies that are loaded. Linux keeps a deleted file as long as it is mapped. */
  static void deleteCopies() throws IOException {
    for (var copy : copies()) {
      Files.deleteIfExists(copy);
      try {
        Files.deleteIfExists(copy.getParent());
      } catch (DirectoryNotEmptyException e) {
        // Another file is in it, which is not ours to delete.
      }
    }
  }

  /** Returns the copies that are loaded and not deleted. */
  static List<Path> copies() throws IOException {
    if (!Files.isReadable(MAPPED)) {
      return List.of();
    }
    try (var lines = Files.lines(MAPPED)) {
      return lines
          .map(COPY::matcher)
          .filter(Matcher::find)
          .map(Matcher::group)
          .distinct()
          .map(Path::of)
          .filter(Files::exists)
          .toList();
    }
  }
}
