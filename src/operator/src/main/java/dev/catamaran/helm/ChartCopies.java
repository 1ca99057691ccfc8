package dev.catamaran.helm;

import dev.catamaran.chart.Chart;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Rejected;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * One verified copy of each chart. Folders with the content of a chart consist of hard links to it:
 * a link takes a tenth of the time of a copy.
 *
 * <p>Callers must {@link #replace} files, not write into them: a write would change the copy.
 */
final class ChartCopies {
  /** Limit, as each copy takes space on the disk. */
  private static final int MOST = 50;

  private static final float LOAD = 0.75f;

  /**
   * A copy.
   *
   * @param folder its folder
   * @param entries all folders and files, relative to it; a folder comes before its content
   */
  private record Copy(TemporaryFolder folder, List<Entry> entries) {}

  private record Entry(Path path, boolean isFolder) {}

  private final SequencedMap<String, Copy> byDigest = new LinkedHashMap<>(16, LOAD, true);

  /** Starts without copies. They are deleted when the process ends. */
  ChartCopies() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::deleteAll, "chart-copies"));
  }

  /**
   * Fills a new folder with the files of a chart.
   *
   * @throws IOException if the chart cannot be read, or the folder cannot be written
   * @throws EngineException if the files are not the chart that was loaded
   */
  void fill(Path target, Chart chart) throws IOException {
    try {
      link(of(chart), target);
    } catch (IOException | UnsupportedOperationException e) {
      // Another program deleted the copy, or the file system has no hard links.
      forget(chart);
      copy(chart, target);
    }
  }

  /** Writes another file in place of one that may be a link to a copy. */
  static void replace(Path file, byte[] content) throws IOException {
    Files.deleteIfExists(file);
    Files.write(file, content, StandardOpenOption.CREATE_NEW);
  }

  private synchronized Copy of(Chart chart) throws IOException {
    var known = byDigest.get(chart.digest());
    if (known != null) {
      return known;
    }
    var folder = TemporaryFolder.create("catamaran-chart-");
    try {
      var made = new Copy(folder, copy(chart, folder.path()));
      byDigest.put(chart.digest(), made);
      if (byDigest.size() > MOST) {
        delete(byDigest.pollFirstEntry().getValue());
      }
      return made;
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  private static void link(Copy copy, Path target) throws IOException {
    for (var entry : copy.entries()) {
      var path = target.resolve(entry.path());
      if (entry.isFolder()) {
        Files.createDirectories(path);
      } else {
        Files.createLink(path, copy.folder().path().resolve(entry.path()));
      }
    }
  }

  private static List<Entry> copy(Chart chart, Path target) throws IOException {
    var entries = new ArrayList<Entry>();
    try (var files = Files.walk(chart.path())) {
      for (var file : (Iterable<Path>) files::iterator) {
        var path = Path.of(chart.path().relativize(file).toString());
        boolean isFolder = Files.isDirectory(file);
        entries.add(new Entry(path, isFolder));
        if (isFolder) {
          Files.createDirectories(target.resolve(path));
        } else {
          Files.copy(file, target.resolve(path), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    if (!chart.isAt(target)) {
      throw new EngineException(
          new Rejected(
              "the copy of the chart in the chart cache was changed; delete " + chart.path()));
    }
    return entries;
  }

  private synchronized void forget(Chart chart) {
    var copy = byDigest.remove(chart.digest());
    if (copy != null) {
      delete(copy);
    }
  }

  private synchronized void deleteAll() {
    byDigest.values().forEach(ChartCopies::delete);
    byDigest.clear();
  }

  /** What another program deleted needs no deletion. */
  private static void delete(Copy copy) {
    try {
      copy.folder().close();
    } catch (UncheckedIOException e) {
      // The system deletes temporary files, too.
    }
  }
}
