package dev.catamaran.chart;

import dev.catamaran.temporary.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Folder for copies of charts as loaded, each named by its digest. */
record UnpackedCharts(Path root) {

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
