package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A tree of expected files in src/test/golden; {@code -Dgolden.update=true} replaces it.
 *
 * @param folder of the tree
 */
public record GoldenTree(Path folder) {
  private static final Path ALL = Path.of("src/command/src/test/golden");

  /** The tree with a name. */
  public static GoldenTree named(String name) {
    return new GoldenTree(ALL.resolve(name));
  }

  /** Returns the texts of all files in a folder. */
  public static SortedMap<String, String> files(Path folder) throws IOException {
    var found = new TreeMap<String, String>();
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        found.put(folder.relativize(file).toString(), Files.readString(file));
      }
    }
    return found;
  }

  /** Compares files with the tree. */
  public void check(Map<String, String> made) throws IOException {
    if (Boolean.getBoolean("golden.update")) {
      update(made);
    }
    var golden = files(folder);
    assertEquals(golden.keySet(), made.keySet());
    golden.forEach((file, text) -> assertEquals(text, made.get(file), file));
  }

  private void update(Map<String, String> made) throws IOException {
    if (Files.exists(folder)) {
      try (var files = Files.walk(folder)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    for (var file : made.entrySet()) {
      var path = folder.resolve(file.getKey());
      Files.createDirectories(path.resolveSibling(""));
      Files.writeString(path, file.getValue());
    }
  }
}
