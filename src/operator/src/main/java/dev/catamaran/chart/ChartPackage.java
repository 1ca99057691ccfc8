package dev.catamaran.chart;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Packs charts as {@code helm package} does. The same files make the same bytes. */
public final class ChartPackage {
  private ChartPackage() {}

  /**
   * Returns the package of a loaded chart.
   *
   * @throws InvalidChartException if its files are gone, or changed
   * @throws UncheckedIOException if they cannot be read
   */
  public static byte[] of(Chart chart) throws InvalidChartException {
    var bytes = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (var file : ChartDirectory.files(chart.path()).contents().entrySet()) {
        var content = file.getValue().read();
        var entry = new TarArchiveEntry(chart.name() + "/" + file.getKey());
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
