package dev.catamaran.chart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Charts inside a chart's folder. */
public final class SubchartFolders {
  private SubchartFolders() {}

  /**
   * Replaces the packages in {@code charts/} by folders, at all depths: Helm treats both alike.
   *
   * @param chart a folder that the caller may change
   * @throws IOException if a package cannot be read, or a folder cannot be written
   */
  public static void unpackIn(Path chart) throws IOException {
    for (var entry : entries(chart)) {
      if (Files.isDirectory(entry)) {
        unpackIn(entry);
      } else if (entry.toString().endsWith(".tgz")) {
        var folder = entry.resolveSibling(entry.getFileName() + ".unpacked");
        unpack(entry, folder);
        Files.delete(entry);
        unpackIn(folder);
      }
    }
  }

  /**
   * Returns the folder and the folders of all unpacked subcharts, at all depths.
   *
   * @throws IOException if a folder cannot be read
   */
  public static List<Path> foldersIn(Path chart) throws IOException {
    var found = new ArrayList<Path>();
    found.add(chart);
    for (var entry : entries(chart)) {
      if (Files.isDirectory(entry)) {
        found.addAll(foldersIn(entry));
      }
    }
    return found;
  }

  private static List<Path> entries(Path chart) throws IOException {
    var charts = chart.resolve("charts");
    if (!Files.isDirectory(charts)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(charts)) {
      return entries
          .filter(entry -> Subcharts.isLookedAt(entry.getFileName().toString()))
          .sorted()
          .toList();
    }
  }

  private static void unpack(Path archive, Path folder) throws IOException {
    try {
      for (var file : ChartArchive.unpack(Files.readAllBytes(archive)).contents().entrySet()) {
        var target = folder.resolve(file.getKey());
        Files.createDirectories(target.resolveSibling(""));
        Files.write(target, file.getValue().read());
      }
    } catch (ChartArchive.RefusedException e) {
      throw new IOException(archive.getFileName() + ": " + e.problem().problem(), e);
    }
  }
}
