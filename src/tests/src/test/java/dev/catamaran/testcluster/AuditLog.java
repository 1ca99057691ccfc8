package dev.catamaran.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The lines that the API server adds to its audit log. When the file is full, the API server
 * renames it and begins another one; the lines of both count.
 */
final class AuditLog {
  private final Path file;
  private Object first;
  private long begin;

  /** Begins at the present end of the file. */
  AuditLog(Path file) {
    this.file = file;
    this.first = key(file);
    restart();
  }

  /** Ignores all lines until now. */
  void restart() {
    first = key(file);
    begin = file.toFile().length();
  }

  /** All complete lines since the last restart. */
  String text() {
    if (key(file).equals(first)) {
      return read(file, begin);
    }
    return read(renamed(), begin) + read(file, 0);
  }

  private Path renamed() {
    try (var siblings = Files.list(file.getParent())) {
      return siblings
          .filter(sibling -> sibling.getFileName().toString().startsWith("audit-"))
          .filter(sibling -> key(sibling).equals(first))
          .findFirst()
          .orElseThrow(
              () -> new IllegalStateException(file + " was replaced twice; its lines are lost"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Identifies a file also after it was renamed. */
  private static Object key(Path file) {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file, long begin) {
    try (var in = FileChannel.open(file)) {
      var bytes = ByteBuffer.allocate(Math.toIntExact(in.size() - begin));
      in.read(bytes, begin);
      var text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
      // The last line may be incomplete.
      return text.substring(0, text.lastIndexOf('\n') + 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
