package dev.catamaran.chart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Lists the files of a chart's directory. Follows links within it; Helm follows all. */
final class ChartDirectory {

  private ChartDirectory() {}

  /**
   * Lists the files, without reading them.
   *
   * @throws InvalidChartException if an entry is not a regular file, if links form a circle, or if
   *     one leads out of the directory: a template could show any file of the operator
   */
  static ChartFiles files(Path root) throws InvalidChartException {
    var contents = new TreeMap<String, ChartFiles.Content>();
    for (var path : walk(root)) {
      var name = name(root, path);
      if (!Files.isRegularFile(path)) {
        var problem = ChartProblem.ofFile(name, "a broken link or no regular file", "remove it");
        throw new InvalidChartException(root, List.of(problem));
      }
      if (!isInside(root, path)) {
        var problem =
            ChartProblem.ofFile(
                name, "a link that leads out of the chart", "copy the file into the chart");
        throw new InvalidChartException(root, List.of(problem));
      }
      contents.put(name, () -> Files.readAllBytes(path));
    }
    return new ChartFiles(contents);
  }

  /** The root may be a link itself, as those of git-sync and of a mounted volume are. */
  private static boolean isInside(Path root, Path path) throws InvalidChartException {
    try {
      return path.toRealPath().startsWith(root.toRealPath());
    } catch (IOException e) {
      throw new InvalidChartException(root, List.of(ChartProblem.unreadable(e)));
    }
  }

  private static List<Path> walk(Path root) throws InvalidChartException {
    try (var paths = Files.walk(root, FileVisitOption.FOLLOW_LINKS)) {
      return paths
          .filter(path -> !Files.isDirectory(path) && !isVolumeBookkeeping(root, path))
          .collect(Collectors.toList());
    } catch (IOException | UncheckedIOException e) {
      throw new InvalidChartException(root, List.of(ChartProblem.unreadable(e)));
    }
  }

  /**
   * Returns whether a path is internal to a mounted volume. A mounted ConfigMap contains its files
   * twice: the second copy is below {@code ..<time>}, whose name differs for each pod and would
   * change the digest.
   */
  private static boolean isVolumeBookkeeping(Path root, Path path) {
    return name(root, path).startsWith("..");
  }

  private static String name(Path root, Path path) {
    return root.relativize(path).toString().replace('\\', '/');
  }
}
