package dev.catamaran.chart;

import dev.catamaran.temporary.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Function;

/** Loads charts from folders and packages, and reports all problems before Helm uses a chart. */
public final class ChartLoader {

  private final UnpackedCharts unpacked;

  /**
   * Makes a loader.
   *
   * @param unpackFolder folder for unpacked packages and copies of folders, each below its digest;
   *     created on demand. Nothing is ever deleted there, and existing contents are reused.
   */
  public ChartLoader(Path unpackFolder) {
    this.unpacked = new UnpackedCharts(unpackFolder);
  }

  /**
   * Loads the current state of a chart; later changes of its files do not affect the result.
   *
   * @param path a folder with a Chart.yaml, or a .tgz from {@code helm package}
   * @throws InvalidChartException with all problems, if there is one
   * @throws UncheckedIOException if the copy cannot be written
   */
  public Chart load(Path path) throws InvalidChartException {
    return keep(path, Files.isDirectory(path) ? folder(path) : archive(path));
  }

  /**
   * Loads a packaged chart.
   *
   * @param name names it in problems
   * @throws InvalidChartException with all problems, if there is one
   * @throws UncheckedIOException if the copy cannot be written
   */
  public Chart load(Path name, byte[] archive) throws InvalidChartException {
    return keep(name, unpack(name, archive));
  }

  private Chart keep(Path name, ChartFiles files) throws InvalidChartException {
    var chart = inspect(name, files, unpacked::folder);
    unpacked.keep(name, files, chart.digest());
    return chart;
  }

  private static ChartFiles folder(Path path) throws InvalidChartException {
    try {
      return ChartDirectory.files(path).inMemory();
    } catch (UncheckedIOException e) {
      throw invalid(path, ChartProblem.unreadable(e));
    }
  }

  private static ChartFiles archive(Path path) throws InvalidChartException {
    if (!Files.exists(path)) {
      throw invalid(path, ChartProblem.ofChart("does not exist", "check the path"));
    }
    if (!path.toString().endsWith(".tgz") || !Files.isRegularFile(path)) {
      throw invalid(
          path,
          ChartProblem.ofChart(
              "not a chart directory or .tgz", "name the directory that has Chart.yaml in it"));
    }
    return unpack(path);
  }

  private static Chart inspect(Path path, ChartFiles files, Function<String, Path> folderOfDigest)
      throws InvalidChartException {
    try {
      var inspection = new ChartInspection();
      var metadata = inspection.inspect(files);
      if (metadata.isEmpty() || !inspection.problems().isEmpty()) {
        throw new InvalidChartException(path, inspection.problems());
      }
      var digest = ChartDigest.of(files);
      return new Chart(
          folderOfDigest.apply(digest),
          metadata.get().name(),
          metadata.get().version(),
          metadata.get().appVersion(),
          digest);
    } catch (UncheckedIOException e) {
      throw invalid(path, ChartProblem.unreadable(e));
    }
  }

  private static ChartFiles unpack(Path path) throws InvalidChartException {
    try {
      return unpack(path, Files.readAllBytes(path));
    } catch (IOException e) {
      throw invalid(path, ChartProblem.unreadable(e));
    }
  }

  private static ChartFiles unpack(Path name, byte[] archive) throws InvalidChartException {
    try {
      return ChartArchive.unpack(archive);
    } catch (ChartArchive.RefusedException e) {
      throw invalid(name, e.problem());
    }
  }

  private static InvalidChartException invalid(Path path, ChartProblem problem) {
    return new InvalidChartException(path, List.of(problem));
  }

  /** Folder for copies of charts as loaded, each named by its digest. */
  private record UnpackedCharts(Path root) {

    /** Returns the folder for the chart with that digest, which need not exist. */
    Path folder(String digest) {
      return root.resolve(digest);
    }

    /**
     * Ensures that the folder contains the chart.
     *
     * @throws InvalidChartException if another process changed the copy
     * @throws UncheckedIOException if the copy cannot be written
     */
    void keep(Path chart, ChartFiles files, String digest) throws InvalidChartException {
      if (!Files.isDirectory(folder(digest))) {
        write(chart, files, folder(digest));
      }
      if (!ChartDigest.of(ChartDirectory.files(folder(digest))).equals(digest)) {
        var problem = ChartProblem.ofChart("its copy was changed", "delete " + folder(digest));
        throw new InvalidChartException(chart, List.of(problem));
      }
    }

    /** Writes a temporary folder and renames it, so that no reader gets a partial chart. */
    private void write(Path chart, ChartFiles files, Path folder) {
      try {
        PrivateFolder.make(root);
        try (var beside = new TemporaryFolder(Files.createTempDirectory(root, "unpacking-"))) {
          for (var file : files.contents().entrySet()) {
            var target = beside.path().resolve(file.getKey());
            Files.createDirectories(target.resolveSibling(""));
            Files.write(target, file.getValue().read());
          }
          Files.move(beside.path(), folder, StandardCopyOption.ATOMIC_MOVE);
        }
      } catch (IOException e) {
        // Another process may have created the folder first.
        if (!Files.isDirectory(folder)) {
          throw new UncheckedIOException(
              "cannot copy %s below %s: %s".formatted(chart, root, e.getMessage()), e);
        }
      }
    }
  }
}
