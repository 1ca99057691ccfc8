package dev.catamaran;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The Java sources of all modules and samples. */
final class Sources {
  private Sources() {}

  /** The folders of package {@code dev.catamaran} that exist. {@code kind} is main or test. */
  static List<Path> roots(String kind) {
    return Stream.of("src", "samples")
        .map(Path::of)
        .flatMap(Sources::children)
        .map(module -> module.resolve("src").resolve(kind).resolve("java/dev/catamaran"))
        .filter(Files::isDirectory)
        .toList();
  }

  /** All Java files of a kind, main or test. */
  static List<Path> files(String kind) {
    return roots(kind).stream()
        .flatMap(Sources::descendants)
        .filter(file -> file.toString().endsWith(".java"))
        .toList();
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }

  private static Stream<Path> children(Path folder) {
    try (var found = Files.list(folder)) {
      return found.toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(folder.toString(), e);
    }
  }

  private static Stream<Path> descendants(Path folder) {
    try (var found = Files.walk(folder)) {
      return found.toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(folder.toString(), e);
    }
  }
}
