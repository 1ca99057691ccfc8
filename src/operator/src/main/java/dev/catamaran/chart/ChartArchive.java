package dev.catamaran.chart;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.io.input.BoundedInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks a packaged chart into memory. Refuses the same packages as Helm (paths outside the chart,
 * more than 100 MiB, a file of more than 5 MiB). Also refuses links, which a chart's package does
 * not need.
 */
final class ChartArchive {

  /** Helm's limits, its variables MaxDecompressedChartSize and MaxDecompressedFileSize. */
  static final long CHART_LIMIT = 100L << 20;

  static final long FILE_LIMIT = 5L << 20;

  /** The archive is invalid. The problem's file is empty. */
  static final class RefusedException extends Exception {
    private final transient ChartProblem problem;

    RefusedException(String problem, String hint) {
      this(problem, hint, null);
    }

    RefusedException(String problem, String hint, @Nullable Throwable cause) {
      super(problem, cause);
      this.problem = ChartProblem.ofChart(problem, hint);
    }

    ChartProblem problem() {
      return problem;
    }
  }

  private static final Pattern DRIVE = Pattern.compile("^[a-zA-Z]:.*", Pattern.DOTALL);

  private ChartArchive() {}

  /** Unpacks a package; paths omit its top folder. */
  static ChartFiles unpack(byte[] archive) throws RefusedException {
    long at = 0;
    try (var unpacked = bounded(new GZIPInputStream(new ByteArrayInputStream(archive)));
        var tar = new TarArchiveInputStream(unpacked)) {
      try {
        return files(tar);
      } finally {
        at = unpacked.getCount();
      }
    } catch (TooLargeException e) {
      throw new RefusedException("unpacks to more than 100 MiB", "Helm refuses that too", e);
    } catch (IOException | IllegalArgumentException e) {
      throw new RefusedException(
          "corrupt archive: byte " + at + " of the unpacked data: " + cause(e),
          "package it again",
          e);
    }
  }

  /** The unpacked archive exceeds the limit. */
  private static final class TooLargeException extends IOException {}

  /** Bounds the unpacked bytes, headers included: an archive may be malicious. */
  private static BoundedInputStream bounded(InputStream unpacked) throws IOException {
    return BoundedInputStream.builder()
        .setInputStream(unpacked)
        .setMaxCount(CHART_LIMIT + 1)
        .setOnMaxCount(
            (most, count) -> {
              throw new TooLargeException();
            })
        .get();
  }

  /** Returns a message. Java has none for an end of file. */
  private static String cause(Exception e) {
    return e instanceof EOFException ? "it ends too early" : String.valueOf(e.getMessage());
  }

  private static ChartFiles files(TarArchiveInputStream tar) throws IOException, RefusedException {
    var contents = new TreeMap<String, ChartFiles.Content>();
    for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
      if (!entry.isDirectory()) {
        var path = safePath(entry);
        var content = content(tar, entry);
        contents.put(path, () -> content);
      }
    }
    if (contents.isEmpty()) {
      throw new RefusedException("the archive holds no files", "package it again");
    }
    return new ChartFiles(contents);
  }

  private static String safePath(TarArchiveEntry entry) throws RefusedException {
    var name = entry.getName().replace('\\', '/');
    var inside = name.startsWith("/") ? Optional.<String>empty() : withoutTopFolder(name);
    if (!isPlainFile(entry) || inside.isEmpty()) {
      throw new RefusedException(
          "unsafe entry " + entry.getName(), "package the chart with helm package");
    }
    return inside.get();
  }

  /** Checks the type itself: the library also takes links and devices for files. */
  private static boolean isPlainFile(TarArchiveEntry entry) {
    return switch (entry.getLinkFlag()) {
      case TarConstants.LF_OLDNORM, TarConstants.LF_NORMAL, TarConstants.LF_CONTIG -> true;
      default -> false;
    };
  }

  private static Optional<String> withoutTopFolder(String name) {
    var path = Path.of(name);
    for (var part : path) {
      if (part.toString().equals("..")) {
        return Optional.empty();
      }
    }
    var clean = path.normalize();
    if (clean.getNameCount() < 2) {
      return Optional.empty();
    }
    var inside = clean.subpath(1, clean.getNameCount()).toString();
    return DRIVE.matcher(inside).matches() ? Optional.empty() : Optional.of(inside);
  }

  private static byte[] content(TarArchiveInputStream tar, TarArchiveEntry entry)
      throws IOException, RefusedException {
    var content = tar.readNBytes((int) FILE_LIMIT + 1);
    if (content.length > FILE_LIMIT) {
      throw new RefusedException(
          entry.getName() + " unpacks to more than 5 MiB", "Helm refuses that too");
    }
    return content;
  }
}
