package dev.catamaran.chart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * Loads charts from folders and packages, and says all that is wrong with one before Helm meets it.
 */
public final class ChartLoader {

  private final UnpackedCharts unpacked;

  /**
   * Makes a loader.
   *
   * @param unpackFolder where packages are unpacked and folders copied to, each below its digest;
   *     made when it is first needed. Nothing is ever removed there, and what is there already is
   *     used again.
   */
  public ChartLoader(Path unpackFolder) {
    this.unpacked = new UnpackedCharts(unpackFolder);
  }

  /**
   * Loads a chart: as it is now, whatever becomes of its files later.
   *
   * @param path a folder with a Chart.yaml in it, or a .tgz as {@code helm package} makes it
   * @throws InvalidChartException with all problems, if there is one
   * @throws UncheckedIOException if its copy cannot be written
   */
  public Chart load(Path path) throws InvalidChartException {
    var files = Files.isDirectory(path) ? folder(path) : archive(path);
    var chart = inspect(path, files, unpacked::folder);
    unpacked.keep(path, files, chart.digest());
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
    if (!path.toString().endsWith(".tgz")) {
      throw invalid(
          path,
          ChartProblem.ofChart(
              "not a chart directory or .tgz", "name the folder that has Chart.yaml in it"));
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
          digest,
          inspection.askedApis());
    } catch (UncheckedIOException e) {
      throw invalid(path, ChartProblem.unreadable(e));
    }
  }

  private static ChartFiles unpack(Path path) throws InvalidChartException {
    try {
      return ChartArchive.unpack(Files.readAllBytes(path));
    } catch (ChartArchive.RefusedException e) {
      throw invalid(path, e.problem());
    } catch (IOException e) {
      throw invalid(path, ChartProblem.unreadable(e));
    }
  }

  private static InvalidChartException invalid(Path path, ChartProblem problem) {
    return new InvalidChartException(path, List.of(problem));
  }
}
