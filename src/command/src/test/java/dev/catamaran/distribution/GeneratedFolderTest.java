package dev.catamaran.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ManagerException;
import dev.catamaran.cli.GoldenTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedFolderTest {
  private static final String LIST = GeneratedFolder.LIST;
  private static final Map<String, String> FIRST =
      Map.of("a", "1", "deep/er/b", "2", "deep/c", "3");
  private static final Map<String, String> SECOND = Map.of("a", "9", "deep/c", "3", "new", "4");

  private final Path parent;
  private final Path folder;

  GeneratedFolderTest(@TempDir Path parent) {
    this.parent = parent;
    this.folder = parent.resolve("made");
  }

  private void write(Map<String, String> files) {
    new GeneratedFolder(folder).write(files);
  }

  private void writeSecond() throws IOException {
    write(SECOND);
    var content = GoldenTree.files(folder);
    content.remove(LIST);
    assertEquals(SECOND, content);
  }

  private void file(String path, String text) throws IOException {
    Files.createDirectories(folder.resolve(path).resolveSibling(""));
    Files.writeString(folder.resolve(path), text);
  }

  /** Writes the files of a second run in vain. */
  private void assertRefused(String part) throws IOException {
    var before = GoldenTree.files(parent);
    var refusal = assertThrows(ManagerException.class, () -> write(SECOND));
    assertEquals(before, GoldenTree.files(parent));
    var message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains(part), message);
  }

  @Test
  void replacesAndDeletesWhatItWrote() throws IOException {
    Files.createDirectories(folder);
    var key = Files.readAttributes(folder, "unix:ino");
    write(FIRST);
    writeSecond();
    assertFalse(Files.exists(folder.resolve("deep/er")));
    assertEquals(key, Files.readAttributes(folder, "unix:ino"));
  }

  @Test
  void refusesFilesOfOthers() throws IOException {
    file("a", "mine");
    assertRefused(" files away:\n  a");
    Files.delete(folder.resolve("a"));
    write(FIRST);
    file("deep/mine", "mine");
    assertRefused(" has files that this command did not write; nothing is written. ");
    for (int i = 0; i < 9; i++) {
      file("mine" + i, "mine");
    }
    assertRefused("\n  and others");
  }

  /** The list is a file that a person can edit, too. */
  @Test
  void deletesNothingOutsideOfTheFolder() throws IOException {
    write(FIRST);
    var list = Files.readString(folder.resolve(LIST));
    var mine = Files.writeString(parent.resolve("mine"), "mine");
    file(LIST, list + "../mine\n%s\n\n".formatted(mine));
    writeSecond();
    assertEquals("mine", Files.readString(mine));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "deep"})
  void refusesALinkInTheFolder(String path) throws IOException {
    write(FIRST);
    var target = Files.move(folder.resolve(path), parent.resolve("target"));
    Files.createSymbolicLink(folder.resolve(path), target);
    assertRefused("\n  " + path);
  }

  @Test
  void refusesALinkToAFolderAndAFile() throws IOException {
    Files.createSymbolicLink(folder, Files.createDirectories(parent.resolve("target")));
    assertRefused(folder + " is not a directory; name another one");
    Files.delete(folder);
    Files.writeString(folder, "mine");
    assertRefused(folder + " is not a directory; name another one");
  }
}
