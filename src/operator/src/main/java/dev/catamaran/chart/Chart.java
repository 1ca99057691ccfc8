package dev.catamaran.chart;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * A chart that Helm can install, as far as known without rendering.
 *
 * @param path the chart's directory; for a .tgz, its unpacked directory
 * @param name from Chart.yaml
 * @param version from Chart.yaml, as written
 * @param appVersion from Chart.yaml, as written; empty if absent
 * @param digest of all files, as the engine counts it; a chart and its package have the same digest
 */
public record Chart(
    Path path, String name, String version, Optional<String> appVersion, String digest) {

  /**
   * Returns its package, as {@code helm package} makes it. The same files make the same bytes.
   *
   * @throws UncheckedIOException if its files are gone, or cannot be read
   */
  public byte[] toPackage() {
    var bytes = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes));
        var files = Files.walk(path)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        var content = Files.readAllBytes(file);
        var entry = new TarArchiveEntry(name + "/" + path.relativize(file));
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

  /**
   * Whether a version of a chart is older than another one. Java's order of versions is that of
   * SemVer for all that charts have.
   */
  public static boolean isOlder(String version, String than) {
    try {
      return Version.parse(comparable(version)).compareTo(Version.parse(comparable(than))) < 0;
    } catch (IllegalArgumentException e) {
      // Helm takes texts for versions that Java does not.
      return false;
    }
  }

  private static String comparable(String version) {
    return version.replaceFirst("^v", "").replaceFirst("[+].*", "");
  }
}
