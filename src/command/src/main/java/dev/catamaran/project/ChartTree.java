package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.helm.ChartEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of a chart as a project has them.
 *
 * @param files by their paths in it, with forward slashes
 */
public record ChartTree(Path folder, SortedMap<String, byte[]> files) {

  /** Reads a folder. Links to folders are not followed: what is behind them is elsewhere. */
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

  /** Reads a chart as {@code create api} copies it: without the files that do not belong to it. */
  public static ChartTree copied(Path chart, ChartEngine engine, Path workFolder) {
    var found = new TreeMap<String, byte[]>();
    try {
      for (var name : engine.files(chart)) {
        found.put(name, Files.readAllBytes(chart.resolve(name)));
      }
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(chart, e));
    }
    return written(found, "chart", workFolder);
  }

  /** Writes files into a new folder below the work folder. */
  public static ChartTree written(SortedMap<String, byte[]> files, String name, Path workFolder) {
    try {
      var folder = Files.createTempDirectory(workFolder, "chart-").resolve(name);
      var tree = new ChartTree(folder, files);
      var changes = new Changes(folder);
      tree.addTo(changes, "");
      changes.write(false);
      return tree;
    } catch (IOException e) {
      throw new ManagerException("%s cannot be written: %s".formatted(workFolder, e));
    }
  }

  /**
   * Plans its files, as {@link Changes#create(String, byte[])} does.
   *
   * @param place in the project, with a slash at its end; empty for the project's folder
   */
  public void addTo(Changes changes, String place) {
    files.forEach((path, content) -> changes.create(place + path, content));
  }

  public String digest() {
    return ChartLoader.digestOf(folder);
  }
}
