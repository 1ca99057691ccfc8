package dev.catamaran.chart;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Packs charts as {@code helm package} does. The same files make the same bytes. */
public final class ChartPackage {
  private ChartPackage() {}

  /**
   * Returns the package of a loaded chart.
   *
   * @throws UncheckedIOException if its files are gone, or cannot be read
   */
  public static byte[] of(Chart chart) {
    var bytes = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes));
        var files = Files.walk(chart.path())) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        var content = Files.readAllBytes(file);
        var entry = new TarArchiveEntry(chart.name() + "/" + chart.path().relativize(file));
        entry.setSize(content.length);
        entry.setModTime(0);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
