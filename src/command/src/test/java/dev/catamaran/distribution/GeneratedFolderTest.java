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

  private void write(Map<String, String> files, boolean force) {
    new GeneratedFolder(folder).write(files, force);
  }

  private void writeSecond(boolean force) throws IOException {
    write(SECOND, force);
    var content = GoldenTree.files(folder);
    content.remove(LIST);
    assertEquals(SECOND, content);
  }

  private void file(String path, String text) throws IOException {
    Files.createDirectories(folder.resolve(path).resolveSibling(""));
    Files.writeString(folder.resolve(path), text);
  }

  /** Writes the files of a second run in vain. */
  private void assertRefused(boolean force, String part) throws IOException {
    var before = GoldenTree.files(parent);
    var refusal = assertThrows(ManagerException.class, () -> write(SECOND, force));
    assertEquals(before, GoldenTree.files(parent));
    var message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains(part), message);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void replacesAndDeletesWhatItWrote(boolean force) throws IOException {
    // A file with its own text is taken over, and an empty folder is used.
    file("a", "1");
    var key = Files.readAttributes(folder, "unix:ino");
    write(FIRST, force);
    writeSecond(force);
    assertFalse(Files.exists(folder.resolve("deep/er")));
    assertEquals(key, Files.readAttributes(folder, "unix:ino"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void refusesFilesOfOthersAlsoByForce(boolean force) throws IOException {
    file("a", "mine");
    assertRefused(force, " files away:\n  a");
    file(LIST, "0123  a\n");
    assertRefused(force, "  %s\n  a".formatted(LIST));
    Files.delete(folder.resolve("a"));
    Files.delete(folder.resolve(LIST));
    write(FIRST, false);
    file("deep/mine", "mine");
    assertRefused(force, " has files that this command did not write; nothing is written. ");
    for (int i = 0; i < 9; i++) {
      file("mine" + i, "mine");
    }
    assertRefused(force, "\n  and others");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "deep/c", "deep/er/b"})
  void replacesAnEditedFileOnlyByForce(String path) throws IOException {
    write(FIRST, false);
    file(path, "edited");
    assertRefused(false, " has generated files that a person edited; nothing is written. ");
    writeSecond(true);
  }

  /** The list is a file that a person can edit, too. */
  @Test
  void deletesNothingOutsideOfTheFolder() throws IOException {
    write(FIRST, false);
    var list = Files.readString(folder.resolve(LIST));
    var mine = Files.writeString(parent.resolve("mine"), "mine");
    file(LIST, list + "0123  ../mine\n0123  %s\n0123\n".formatted(mine));
    writeSecond(true);
    assertEquals("mine", Files.readString(mine));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "deep", LIST})
  void refusesALinkInTheFolder(String path) throws IOException {
    write(FIRST, false);
    var target = Files.move(folder.resolve(path), parent.resolve("target"));
    Files.createSymbolicLink(folder.resolve(path), target);
    assertRefused(true, "\n  " + path);
  }

  @Test
  void refusesALinkToAFolderAndAFile() throws IOException {
    Files.createSymbolicLink(folder, Files.createDirectories(parent.resolve("target")));
    assertRefused(true, folder + " is not a directory; name another one");
    Files.delete(folder);
    Files.writeString(folder, "mine");
    assertRefused(true, folder + " is not a directory; name another one");
  }
}
