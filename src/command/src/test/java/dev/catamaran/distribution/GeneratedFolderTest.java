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
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedFolderTest {
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

  private SortedMap<String, String> content() throws IOException {
    var content = GoldenTree.files(folder);
    content.remove(GeneratedFolder.LIST);
    return content;
  }

  private void file(String path, String text) throws IOException {
    Files.createDirectories(folder.resolve(path).resolveSibling(""));
    Files.writeString(folder.resolve(path), text);
  }

  /** Writes the files of a second run in vain. */
  private String refusal(boolean force) throws IOException {
    var before = GoldenTree.files(parent);
    var refusal = assertThrows(ManagerException.class, () -> write(SECOND, force));
    assertEquals(before, GoldenTree.files(parent));
    return String.valueOf(refusal.getMessage());
  }

  @Test
  void replacesAndDeletesWhatItWrote() throws IOException {
    write(FIRST, false);
    assertEquals(FIRST, content());
    write(SECOND, false);
    assertEquals(SECOND, content());
    assertFalse(Files.exists(folder.resolve("deep/er")));
  }

  @Test
  void writesIntoAnEmptyFolderAndKeepsTheFolder() throws IOException {
    Files.createDirectories(folder);
    var key = Files.readAttributes(folder, "unix:ino");
    write(FIRST, true);
    write(SECOND, true);
    assertEquals(key, Files.readAttributes(folder, "unix:ino"));
    assertEquals(SECOND, content());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void refusesAFolderWithAnotherFileAlsoByForce(boolean force) throws IOException {
    write(FIRST, false);
    file("deep/mine", "mine");
    assertEquals(
        folder
            + " has files that this command did not write; nothing is written. Choose another directory, or move"
            + " these files away:\n  deep/mine",
        refusal(force));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void refusesAFileOfAPersonInThePlaceOfItsOwn(boolean force) throws IOException {
    file("a", "mine");
    assertTrue(refusal(force).endsWith(" files away:\n  a"));
    file(GeneratedFolder.LIST, "0123  a\n");
    assertTrue(refusal(force).endsWith("  %s\n  a".formatted(GeneratedFolder.LIST)));
  }

  @Test
  void namesTheFirstOfManyFiles() throws IOException {
    for (int i = 0; i < 9; i++) {
      file("mine" + i, "mine");
    }
    var refusal = refusal(true);
    assertEquals(7, refusal.lines().count(), refusal);
    assertTrue(refusal.endsWith("\n  and others"), refusal);
  }

  @Test
  void takesOverFilesWithItsText() throws IOException {
    file("a", "1");
    write(FIRST, false);
    write(SECOND, false);
    assertEquals(SECOND, content());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "deep/c", "deep/er/b"})
  void replacesAnEditedFileOnlyByForce(String path) throws IOException {
    write(FIRST, false);
    file(path, "edited");
    assertEquals(
        folder
            + " has generated files that a person edited; nothing is written. Edit config/ instead, or use --force"
            + " to replace them:\n  "
            + path,
        refusal(false));
    write(SECOND, true);
    assertEquals(SECOND, content());
  }

  /** The list is a file that a person can edit, too. */
  @Test
  void deletesNothingOutsideOfTheFolder() throws IOException {
    write(FIRST, false);
    var list = folder.resolve(GeneratedFolder.LIST);
    var mine = Files.writeString(parent.resolve("mine"), "mine");
    Files.writeString(
        list, Files.readString(list) + "0123  ../mine\n0123  %s\n0123\n".formatted(mine));
    write(SECOND, true);
    assertEquals(SECOND, content());
    assertEquals("mine", Files.readString(mine));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "deep", GeneratedFolder.LIST})
  void refusesALinkInTheFolder(String path) throws IOException {
    write(FIRST, false);
    var target = Files.move(folder.resolve(path), parent.resolve("target"));
    Files.createSymbolicLink(folder.resolve(path), target);
    assertTrue(refusal(true).contains("\n  " + path));
  }

  @Test
  void refusesALinkToAFolderAndAFile() throws IOException {
    var target = Files.createDirectories(parent.resolve("target"));
    Files.createSymbolicLink(folder, target);
    assertEquals(folder + " is not a directory; name another one", refusal(true));
    Files.delete(folder);
    Files.writeString(folder, "mine");
    assertEquals(folder + " is not a directory; name another one", refusal(true));
  }
}
