package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A tree of expected files in src/test/golden; {@code -Dgolden.update=true} replaces it.
 *
 * @param folder of the tree
 */
public record GoldenTree(Path folder) {
  static GoldenTree named(String name) {
    return new GoldenTree(Path.of("src/command/src/test/golden").resolve(name));
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

  void check(Map<String, String> made) throws IOException {
    if (Boolean.getBoolean("golden.update")) {
      for (var file : files(folder).keySet()) {
        Files.delete(folder.resolve(file));
      }
      new TestProject(folder).writeAll(made);
    }
    var golden = files(folder);
    assertEquals(golden.keySet(), made.keySet());
    golden.forEach((file, text) -> assertEquals(text, made.get(file), file));
  }
}
