package dev.catamaran.chart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A chart's files by relative path, with forward slashes; on disk or in memory. */
record ChartFiles(SortedMap<String, Content> contents) {

  /** Reads one file. */
  @FunctionalInterface
  interface Content {
    byte[] read() throws IOException;
  }

  ChartFiles {
    contents = Collections.unmodifiableSortedMap(new TreeMap<>(contents));
  }

  /**
   * Reads all files and returns a copy in memory.
   *
   * @throws UncheckedIOException if a file cannot be read
   */
  ChartFiles inMemory() {
    var held = new TreeMap<String, Content>();
    contents.forEach(
        (path, content) -> {
          var bytes = read(content);
          held.put(path, () -> bytes);
        });
    return new ChartFiles(held);
  }

  /**
   * Returns the file's bytes, if the file exists.
   *
   * @throws UncheckedIOException if the file cannot be read
   */
  Optional<byte[]> bytes(String path) {
    return Optional.ofNullable(contents.get(path)).map(ChartFiles::read);
  }

  /** Returns the file as text. A byte sequence that is not UTF-8 becomes U+FFFD, as in Go. */
  Optional<String> text(String path) {
    return bytes(path).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /** Returns the files of a folder, with paths relative to the folder. */
  ChartFiles within(String folder) {
    var prefix = folder + "/";
    var inside = new TreeMap<String, Content>();
    contents
        .tailMap(prefix)
        .forEach(
            (path, content) -> {
              if (path.startsWith(prefix)) {
                inside.put(path.substring(prefix.length()), content);
              }
            });
    return new ChartFiles(inside);
  }

  /** Returns the names of the files and folders at the top level. */
  SortedSet<String> names() {
    var names = new TreeSet<String>();
    contents.keySet().forEach(path -> names.add(path.split("/", 2)[0]));
    return names;
  }

  static byte[] read(Content content) {
    try {
      return content.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
