package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.ChartLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of a chart as a project has them.
 *
 * @param folder where they are
 * @param files by their paths in it, with forward slashes
 */
public record ChartTree(Path folder, SortedMap<String, byte[]> files) {

  /**
   * Reads a folder. Links to folders are not followed: what is behind them is elsewhere.
   *
   * @throws ManagerException if a file cannot be read
   */
  public static ChartTree read(Path folder) {
    var found = new TreeMap<String, byte[]>();
    try {
      var real = folder.toRealPath();
      try (var files = Files.walk(real)) {
        for (var file : files.filter(Files::isRegularFile).toList()) {
          found.put(real.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
        }
      }
    } catch (IOException | UncheckedIOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(folder, e));
    }
    return new ChartTree(folder, found);
  }

  /**
   * Reads a chart as {@code create api} copies it: without the files that do not belong to it.
   *
   * @param content the files that do
   * @param workFolder for the copy
   * @throws ManagerException if a file cannot be read
   */
  public static ChartTree copied(Path chart, ChartContent content, Path workFolder) {
    try {
      var changes = new Changes(Files.createTempDirectory(workFolder, "copy-"));
      changes.createAll("chart", chart, content);
      return written(changes, "chart");
    } catch (IOException e) {
      throw new ManagerException("%s cannot be written: %s".formatted(workFolder, e));
    }
  }

  /**
   * Writes files into a new folder below the work folder.
   *
   * @param name of the folder
   */
  public static ChartTree written(SortedMap<String, byte[]> files, String name, Path workFolder) {
    try {
      var changes = new Changes(Files.createTempDirectory(workFolder, "chart-"));
      files.forEach((path, content) -> changes.create(name + "/" + path, content));
      return written(changes, name);
    } catch (IOException e) {
      throw new ManagerException("%s cannot be written: %s".formatted(workFolder, e));
    }
  }

  private static ChartTree written(Changes changes, String name) {
    changes.write(false);
    return read(changes.root().resolve(name));
  }

  /** Returns the digest of the files; empty if one cannot be part of a chart. */
  public String digest() {
    return ChartLoader.digestOf(folder);
  }
}
