package dev.catamaran.chart;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** Creates charts as folders and as packages. */
final class ChartFixture {

  static final String CHART_YAML =
      "apiVersion: v2\nname: memcached\nversion: 0.1.0\nappVersion: 1.6.40\n";

  private ChartFixture() {}

  static Path folder(Path folder, Map<String, String> files) throws IOException {
    for (var file : files.entrySet()) {
      var path = folder.resolve(file.getKey());
      Files.createDirectories(path.resolveSibling(""));
      Files.writeString(path, file.getValue());
    }
    return folder;
  }

  /** A package with these entries. The names stay unchanged. */
  static byte[] archive(Map<String, byte[]> entries) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
      for (var file : entries.entrySet()) {
        var entry = new TarArchiveEntry(file.getKey(), TarConstants.LF_NORMAL, true);
        entry.setSize(file.getValue().length);
        tar.putArchiveEntry(entry);
        tar.write(file.getValue());
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
