package dev.catamaran.helm;

import dev.catamaran.chart.Chart;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Rejected;
import dev.catamaran.temporary.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * One verified copy of each chart with its filters. Folders with the content of a chart consist of
 * hard links to it: a link takes a tenth of the time of a copy.
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

  /**
   * The content of a copy.
   *
   * @param chart the digest of the chart
   * @param filters the names of the filters in its templates
   */
  private record Content(String chart, List<String> filters) {
    static Content of(Chart chart, List<TemplateFilter> filters) {
      return new Content(chart.digest(), filters.stream().map(TemplateFilter::name).toList());
    }
  }

  private final SequencedMap<Content, Copy> copies = new LinkedHashMap<>(16, LOAD, true);

  /** Starts without copies. They are deleted when the process ends. */
  ChartCopies() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::deleteAll, "chart-copies"));
  }

  /**
   * Fills a new folder with the files of a chart.
   *
   * @param filters the rendered text passes these filters, one after the other
   * @throws IOException if the chart cannot be read, or the folder cannot be written
   * @throws EngineException if the files are not the chart that was loaded
   */
  void fill(Path target, Chart chart, List<TemplateFilter> filters) throws IOException {
    try {
      link(of(chart, filters), target);
    } catch (IOException | UnsupportedOperationException e) {
      // Another program deleted the copy, or the file system has no hard links.
      forget(Content.of(chart, filters));
      if (Files.exists(target)) {
        new TemporaryFolder(target).close();
      }
      copy(chart, filters, target);
    }
    for (var filter : filters) {
      filter.defineIn(target);
    }
  }

  /** Writes another file in place of one that may be a link to a copy. */
  static void replace(Path file, byte[] content) throws IOException {
    Files.deleteIfExists(file);
    Files.write(file, content, StandardOpenOption.CREATE_NEW);
  }

  private synchronized Copy of(Chart chart, List<TemplateFilter> filters) throws IOException {
    var content = Content.of(chart, filters);
    var known = copies.get(content);
    if (known != null) {
      return known;
    }
    var folder = TemporaryFolder.create("catamaran-chart-");
    try {
      copy(chart, filters, folder.path());
      var made = new Copy(folder, entriesOf(folder.path()));
      copies.put(content, made);
      if (copies.size() > MOST) {
        delete(copies.pollFirstEntry().getValue());
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

  private static void copy(Chart chart, List<TemplateFilter> filters, Path target)
      throws IOException {
    try (var files = Files.walk(chart.path())) {
      for (var file : (Iterable<Path>) files::iterator) {
        var path = target.resolve(chart.path().relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(path);
        } else {
          Files.copy(file, path, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    if (!chart.isAt(target)) {
      throw new EngineException(
          new Rejected(
              "the copy of the chart in the chart cache was changed; delete " + chart.path()));
    }
    for (var filter : filters) {
      filter.wrapTemplatesIn(target);
    }
  }

  private static List<Entry> entriesOf(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files
          .map(file -> new Entry(folder.relativize(file), Files.isDirectory(file)))
          .toList();
    }
  }

  private synchronized void forget(Content content) {
    var copy = copies.remove(content);
    if (copy != null) {
      delete(copy);
    }
  }

  private synchronized void deleteAll() {
    copies.values().forEach(ChartCopies::delete);
    copies.clear();
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
