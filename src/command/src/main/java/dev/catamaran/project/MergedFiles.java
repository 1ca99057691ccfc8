package dev.catamaran.project;

import dev.catamaran.project.FileUpdate.Effect;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The merge of files in a project with those of a new version: of a chart, or of Catamaran. Pure.
 *
 * @param updates what happens to each file, by its path in the folder
 * @param moved where the new version has a file that it has no more at its old place, if it seems
 *     so
 */
record MergedFiles(SortedMap<String, FileUpdate> updates, Map<String, String> moved) {

  /** Copies the maps. */
  MergedFiles {
    updates = Collections.unmodifiableSortedMap(new TreeMap<>(updates));
    moved = Map.copyOf(moved);
  }

  /**
   * Merges.
   *
   * @param old files of the version that was copied, without edits
   * @param mine files in the project
   * @param next files of the new version
   */
  static MergedFiles of(
      Map<String, byte[]> old, Map<String, byte[]> mine, Map<String, byte[]> next) {
    var paths = new TreeSet<>(old.keySet());
    paths.addAll(mine.keySet());
    paths.addAll(next.keySet());
    var updates = new TreeMap<String, FileUpdate>();
    paths.forEach(
        path -> updates.put(path, FileUpdate.of(at(old, path), at(mine, path), at(next, path))));
    var moved =
        old.keySet().stream()
            .filter(path -> !next.containsKey(path))
            .flatMap(
                path ->
                    next.keySet().stream()
                        .filter(other -> !old.containsKey(other))
                        .filter(
                            other ->
                                name(other).equals(name(path))
                                    || isSame(at(next, other), at(old, path)))
                        .limit(1)
                        .map(other -> Map.entry(path, other)))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    return new MergedFiles(updates, moved);
  }

  private static Optional<byte[]> at(Map<String, byte[]> files, String path) {
    return Optional.ofNullable(files.get(path));
  }

  private static boolean isSame(Optional<byte[]> one, Optional<byte[]> other) {
    return one.filter(content -> Arrays.equals(content, other.orElseThrow())).isPresent();
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Returns the merged files. */
  SortedMap<String, byte[]> files() {
    var files = new TreeMap<String, byte[]>();
    updates.forEach((path, update) -> update.content().ifPresent(text -> files.put(path, text)));
    return files;
  }

  /** Returns the paths with this effect, sorted. */
  List<String> with(Effect effect) {
    return updates.entrySet().stream()
        .filter(update -> update.getValue().effect() == effect)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns a sentence for each conflict. */
  List<String> conflicts() {
    return updates.entrySet().stream()
        .filter(update -> update.getValue().effect() == Effect.CONFLICT)
        .map(
            update ->
                update.getKey()
                    + ": "
                    + update.getValue().problem()
                    + Optional.ofNullable(moved.get(update.getKey()))
                        .map("; it seems to be %s there"::formatted)
                        .orElse(""))
        .toList();
  }

  /** Returns the same merge, but with these files as they are in the project. */
  MergedFiles keeping(List<String> paths, Map<String, byte[]> mine) {
    var kept = new TreeMap<>(updates);
    paths.forEach(path -> kept.put(path, new FileUpdate(Effect.KEPT, at(mine, path), "")));
    return new MergedFiles(kept, moved);
  }

  /** Whether no file gets another content. */
  boolean isWithoutEffect() {
    return updates.values().stream()
        .allMatch(file -> file.effect() == Effect.SAME || file.effect() == Effect.KEPT);
  }

  /**
   * Plans the files below a folder of the project.
   *
   * @param folder empty, or with a slash at its end
   */
  void addTo(Changes changes, String folder) {
    updates.forEach(
        (path, update) -> {
          switch (update.effect()) {
            case SAME, KEPT -> {}
            case REMOVED -> changes.delete(folder + path);
            case ADDED, CHANGED, MERGED, CONFLICT ->
                update.content().ifPresent(content -> changes.put(folder + path, content));
          }
        });
  }
}
