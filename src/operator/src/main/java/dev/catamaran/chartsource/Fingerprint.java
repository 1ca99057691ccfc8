package dev.catamaran.chartsource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.EnumSet;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of a file, or of all files of a folder. It shows a change without reading any content.
 * Follows links, so it detects a volume that Kubernetes swaps by a link.
 */
public record Fingerprint(Map<Path, Stamp> files) {

  record Stamp(long size, @Nullable FileTime modified, @Nullable Object identity) {
    private static final Stamp UNREADABLE = new Stamp(-1, null, null);

    static Stamp of(BasicFileAttributes attributes) {
      return new Stamp(attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
    }
  }

  /** Reads the metadata of a file, or of all files of a folder. */
  public static Fingerprint of(Path path) {
    var files = new TreeMap<Path, Stamp>();
    try {
      Files.walkFileTree(
          path, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, collector(files));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Fingerprint(files);
  }

  private static SimpleFileVisitor<Path> collector(Map<Path, Stamp> files) {
    return new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        files.put(file, Stamp.of(attributes));
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFileFailed(Path file, IOException failure) {
        files.put(file, Stamp.UNREADABLE);
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
        return FileVisitResult.CONTINUE;
      }
    };
  }
}
