package dev.catamaran.helm;

import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.TooLarge;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Recognizes in advance a revision that cannot fit into its Secret, from the chart and the values
 * alone. The rendered objects need more room, so Helm may still refuse a revision that passes here:
 * it writes the Secret before it changes any object.
 */
public final class ReleaseSize {
  /** Limit of a Secret's data (kubernetes, core.MaxSecretSize), which Helm fills with base64. */
  private static final long SECRET_LIMIT = 1L << 20;

  private static final long ZIPPED_LIMIT = SECRET_LIMIT / 4 * 3;

  /** No compression is this bad: smaller charts are not even read. */
  private static final long HARMLESS = ZIPPED_LIMIT / 2;

  /** Go's compression differs a little from Java's. */
  private static final double CERTAINLY = 1.03;

  private ReleaseSize() {}

  /**
   * Accepts a release that may fit.
   *
   * @throws EngineException {@link TooLarge} if it cannot
   * @throws UncheckedIOException if the chart cannot be read
   */
  public static void check(DesiredRelease desired) {
    try {
      var values = desired.values().toJson();
      var stored = storedFiles(desired.chart().path());
      if (bytes(stored) + values.length > HARMLESS) {
        refuseBeyond(zipped(stored, values));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the chart cannot be read", e);
    }
  }

  private static void refuseBeyond(long zipped) {
    if (zipped > ZIPPED_LIMIT * CERTAINLY) {
      throw new EngineException(
          new TooLarge(
              ("the release does not fit into its Secret, which holds 1 MiB: chart and values alone"
                      + " take %d KiB there, compressed; make them smaller, or split the chart")
                  .formatted(zipped / 3 * 4 / 1024)));
    }
  }

  /**
   * A revision contains the chart's own files, but not those of its subcharts. Only Helm knows the
   * files that a .helmignore leaves out, but it hardly leaves out templates.
   */
  private static List<Path> storedFiles(Path chart) throws IOException {
    var stored = Files.exists(chart.resolve(".helmignore")) ? chart.resolve("templates") : chart;
    if (!Files.isDirectory(stored)) {
      return List.of();
    }
    try (var files = Files.walk(stored)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !chart.relativize(file).startsWith("charts"))
          .toList();
    }
  }

  private static long bytes(List<Path> files) throws IOException {
    long sum = 0;
    for (var file : files) {
      sum += Files.size(file);
    }
    return sum;
  }

  /** Helm stores files in base64, within JSON, with the best compression (Helm, storage/driver). */
  private static long zipped(List<Path> files, byte[] values) throws IOException {
    var deflater = new Deflater(Deflater.BEST_COMPRESSION, /* nowrap= */ true);
    try (var zip = new DeflaterOutputStream(OutputStream.nullOutputStream(), deflater)) {
      zip.write(values);
      for (var file : files) {
        zip.write(Base64.getEncoder().encode(Files.readAllBytes(file)));
      }
      zip.finish();
      return deflater.getBytesWritten();
    } finally {
      deflater.end();
    }
  }
}
