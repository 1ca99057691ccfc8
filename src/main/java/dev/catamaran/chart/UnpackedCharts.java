package dev.catamaran.chart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The folder where packages lie unpacked, each in a folder named by its digest. */
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
  void keep(Path archive, ChartFiles files, String digest) throws InvalidChartException {
    if (!Files.isDirectory(folder(digest))) {
      write(archive, files, folder(digest));
    } else if (!ChartDigest.of(ChartDirectory.files(folder(digest))).equals(digest)) {
      var problem =
          ChartProblem.ofChart("its unpacked copy was changed", "delete " + folder(digest));
      throw new InvalidChartException(archive, List.of(problem));
    }
  }

  /** Writes beside and renames, so that nobody ever sees half a chart. */
  private void write(Path archive, ChartFiles files, Path folder) {
    try {
      Files.createDirectories(root);
      var beside = Files.createTempDirectory(root, "unpacking-");
      for (var file : files.contents().entrySet()) {
        var target = beside.resolve(file.getKey());
        Files.createDirectories(target.resolveSibling(""));
        Files.write(target, file.getValue().read());
      }
      Files.move(beside, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack " + archive + " below " + root, e);
    }
  }
}
