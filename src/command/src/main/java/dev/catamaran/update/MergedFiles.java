package dev.catamaran.update;

import dev.catamaran.project.Changes;
import dev.catamaran.project.FileUpdate;
import dev.catamaran.project.FileUpdate.Effect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The merge of files in a project with those of a new version: of a chart, or of Catamaran. Pure.
 *
 * @param updates what happens to each file, by its path in the folder
 */
record MergedFiles(SortedMap<String, FileUpdate> updates) {

  /**
   * Merges.
   *
   * @param next files of the new version
   */
  static MergedFiles of(
      Map<String, byte[]> old, Map<String, byte[]> mine, Map<String, byte[]> next) {
    var updates = new TreeMap<String, FileUpdate>();
    Stream.of(old, mine, next)
        .flatMap(files -> files.keySet().stream())
        .forEach(
            path ->
                updates.put(path, FileUpdate.of(at(old, path), at(mine, path), at(next, path))));
    return new MergedFiles(updates);
  }

  private static Optional<byte[]> at(Map<String, byte[]> files, String path) {
    return Optional.ofNullable(files.get(path));
  }

  SortedMap<String, byte[]> files() {
    var files = new TreeMap<String, byte[]>();
    updates.forEach((path, update) -> update.content().ifPresent(text -> files.put(path, text)));
    return files;
  }

  List<String> with(Effect effect) {
    return updates.entrySet().stream()
        .filter(update -> update.getValue().effect() == effect)
        .map(Map.Entry::getKey)
        .toList();
  }

  List<String> conflicts() {
    return updates.entrySet().stream()
        .filter(update -> update.getValue().effect() == Effect.CONFLICT)
        .map(update -> update.getKey() + ": " + update.getValue().problem())
        .toList();
  }

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
