package dev.catamaran.distribution;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.util.stream.Collectors.joining;
import static org.apache.commons.codec.digest.DigestUtils.sha256Hex;

import dev.catamaran.api.ManagerException;
import dev.catamaran.project.Changes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A folder of generated files alone: a file that is no longer generated must not stay, because it
 * would be installed. A list in the folder has the digest of each file that was written, in the
 * form of sha256sum. Nothing else is ever replaced or deleted.
 *
 * @param folder the folder; may be missing
 */
public record GeneratedFolder(Path folder) {
  /** Name of the list. */
  static final String LIST = ".generated.sha256";

  private static final String HEADER = "# The files here that Catamaran wrote.\n";

  private static final String OTHERS =
      "%s has files that this command did not write; nothing is written. Choose another directory, or move these"
          + " files away:\n%s";

  private static final String EDITED =
      "%s has generated files that a person edited; nothing is written. Edit config/ instead, or use --force to"
          + " replace them:\n%s";

  /** So many files are named in an error. */
  private static final int NAMED = 5;

  /**
   * Replaces the content.
   *
   * @param files texts by path
   * @param force replaces also the generated files that a person edited
   * @throws ManagerException if the folder has files of others, or cannot be written
   */
  public void write(Map<String, String> files, boolean force) {
    var wanted = new TreeMap<>(files);
    wanted.put(LIST, list(wanted));
    try {
      var written = written();
      refuse(
          OTHERS,
          file ->
              !Files.isRegularFile(file, NOFOLLOW_LINKS)
                  || (!written.containsKey(name(file)) && !isEqual(file, wanted)));
      if (!force) {
        refuse(
            EDITED,
            file -> !digest(file).equals(written.get(name(file))) && !isEqual(file, wanted));
      }
      var changes = new Changes(folder);
      wanted.forEach(changes::put);
      found(file -> !wanted.containsKey(name(file)), Integer.MAX_VALUE)
          .forEach(file -> changes.delete(name(file)));
      changes.write(/* force= */ false);
    } catch (IOException | UncheckedIOException e) {
      throw new ManagerException("%s cannot be written: %s".formatted(folder, e));
    }
  }

  private static String list(Map<String, String> files) {
    return files.entrySet().stream()
        .map(file -> "%s  %s\n".formatted(sha256Hex(file.getValue()), file.getKey()))
        .collect(joining("", HEADER, ""));
  }

  /** Returns the digests of the files that the last run wrote, by their names. */
  private Map<String, String> written() throws IOException {
    var list = folder.resolve(LIST);
    var written = new HashMap<String, String>();
    if (Files.isRegularFile(list, NOFOLLOW_LINKS)) {
      var text = Files.readString(list);
      if (text.startsWith(HEADER)) {
        text.lines()
            .skip(1)
            .map(line -> line.split("  ", 2))
            .forEach(it -> written.put(it[it.length - 1], it[0]));
        written.put(LIST, sha256Hex(text));
      }
    }
    return written;
  }

  private void refuse(String problem, Predicate<Path> isRefused) throws IOException {
    var refused = found(isRefused, NAMED + 1);
    if (!refused.isEmpty()) {
      var names = refused.stream().limit(NAMED).map(file -> "  " + name(file)).sorted();
      throw new ManagerException(
          problem.formatted(folder, names.collect(joining("\n")))
              + (refused.size() > NAMED ? "\n  and others" : ""));
    }
  }

  /** Returns the first such files and links of the folder. */
  private List<Path> found(Predicate<Path> isFound, int most) throws IOException {
    if (Files.notExists(folder, NOFOLLOW_LINKS)) {
      return List.of();
    }
    if (!Files.isDirectory(folder, NOFOLLOW_LINKS)) {
      throw new ManagerException("%s is not a directory; name another one".formatted(folder));
    }
    try (var all = Files.walk(folder)) {
      return all.filter(file -> !Files.isDirectory(file, NOFOLLOW_LINKS))
          .filter(isFound)
          .limit(most)
          .toList();
    }
  }

  private String name(Path file) {
    return folder.relativize(file).toString();
  }

  private boolean isEqual(Path file, Map<String, String> wanted) {
    var text = wanted.get(name(file));
    return text != null && digest(file).equals(sha256Hex(text));
  }

  private static String digest(Path file) {
    try {
      return sha256Hex(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
