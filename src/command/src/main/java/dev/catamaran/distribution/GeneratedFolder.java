package dev.catamaran.distribution;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.util.stream.Collectors.joining;

import dev.catamaran.api.ManagerException;
import dev.catamaran.project.Changes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A folder of generated files alone: a file that is no longer generated must not stay, because it
 * would be installed. A list in the folder names the files that were written. Nothing else is ever
 * replaced or deleted.
 *
 * @param folder the folder; may be missing
 */
public record GeneratedFolder(Path folder) {
  /** Name of the list. */
  static final String LIST = ".generated";

  /** So many files are named in an error. */
  private static final int NAMED = 5;

  /**
   * Replaces the content.
   *
   * @param files texts by path
   * @throws ManagerException if the folder has files of others, or cannot be written
   */
  public void write(Map<String, String> files) {
    var wanted = new TreeMap<>(files);
    wanted.put(LIST, files.keySet().stream().sorted().collect(joining("\n", LIST + "\n", "\n")));
    try {
      var list = folder.resolve(LIST);
      var written =
          Files.isRegularFile(list, NOFOLLOW_LINKS)
              ? Set.copyOf(Files.readAllLines(list))
              : Set.<String>of();
      var present = present();
      refuseOthers(present, written);
      var changes = new Changes(folder);
      wanted.forEach(changes::put);
      present.stream()
          .map(this::name)
          .filter(name -> !wanted.containsKey(name))
          .forEach(changes::delete);
      changes.write(/* force= */ false);
    } catch (IOException e) {
      throw new ManagerException("%s cannot be written: %s".formatted(folder, e));
    }
  }

  private void refuseOthers(List<Path> present, Set<String> written) {
    var others =
        present.stream()
            .filter(
                file -> !Files.isRegularFile(file, NOFOLLOW_LINKS) || !written.contains(name(file)))
            .map(file -> "\n  " + name(file))
            .sorted()
            .toList();
    if (!others.isEmpty()) {
      throw new ManagerException(
          "%s has files that this command did not write; nothing is written. Choose another directory, or move these files away:%s%s"
              .formatted(
                  folder,
                  String.join("", others.subList(0, Math.min(NAMED, others.size()))),
                  others.size() > NAMED ? "\n  and others" : ""));
    }
  }

  /** Returns the files and links of the folder. */
  private List<Path> present() throws IOException {
    if (Files.notExists(folder, NOFOLLOW_LINKS)) {
      return List.of();
    }
    if (!Files.isDirectory(folder, NOFOLLOW_LINKS)) {
      throw new ManagerException("%s is not a directory; name another one".formatted(folder));
    }
    try (var all = Files.walk(folder)) {
      return all.filter(file -> !Files.isDirectory(file, NOFOLLOW_LINKS)).toList();
    }
  }

  private String name(Path file) {
    return folder.relativize(file).toString();
  }
}
