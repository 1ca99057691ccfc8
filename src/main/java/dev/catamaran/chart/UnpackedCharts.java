package dev.catamaran.chart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The folder where charts lie as they were when they were loaded, each named by its digest. */
record UnpackedCharts(Path root) {

  /** Where the chart of that digest lies, or will. */
  Path folder(String digest) {
    return root.resolve(digest);
  }

  /**
   * Makes sure that the chart lies in its folder.
   *
   * @throws InvalidChartException if somebody changed what lies there
   * @throws UncheckedIOException if it cannot be written
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

  /** Writes beside and renames, so that nobody ever sees half a chart. */
  private void write(Path chart, ChartFiles files, Path folder) {
    try {
      PrivateFolder.make(root);
      var beside = Files.createTempDirectory(root, "unpacking-");
      for (var file : files.contents().entrySet()) {
        var target = beside.resolve(file.getKey());
        Files.createDirectories(target.resolveSibling(""));
        Files.write(target, file.getValue().read());
      }
      Files.move(beside, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      // Another process may have been quicker.
      if (!Files.isDirectory(folder)) {
        throw new UncheckedIOException(
            "cannot copy %s below %s: %s".formatted(chart, root, e.getMessage()), e);
      }
    }
  }
}
