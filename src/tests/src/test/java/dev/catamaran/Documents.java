package dev.catamaran;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of the repository, without what a build makes. */
final class Documents {
  private static final Set<String> NOT_OURS = Set.of("target", ".git", "golden", "node_modules");

  private Documents() {}

  /** The pages of the documentation, and the pages beside code. */
  static List<Path> pages() {
    return files(Path.of(""), ".*\\.md");
  }

  /** The files below a directory whose whole name matches. */
  static List<Path> files(Path root, String name) {
    var found = new ArrayList<Path>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes ignored) {
              return NOT_OURS.contains(directory.getFileName().toString())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (attributes.isRegularFile() && file.getFileName().toString().matches(name)) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }
}
