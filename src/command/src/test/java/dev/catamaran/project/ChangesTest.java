package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangesTest {
  private final Path root;
  private final Changes changes;

  ChangesTest(@TempDir Path root) {
    this.root = root;
    this.changes = new Changes(root);
  }

  private String read(String path) throws IOException {
    return Files.readString(root.resolve(path));
  }

  private Path file(String path, String text) throws IOException {
    return Files.writeString(root.resolve(path), text);
  }

  @Test
  void writesNothingBeforeItIsCalled() {
    changes.create("a", "1");
    assertFalse(Files.exists(root.resolve("a")));
    assertEquals(Optional.of("1"), changes.text("a"));
  }

  @Test
  void namesTheWrittenFilesAndOmitsEqualOnes() throws IOException {
    file("same", "1");
    changes.create("same", "1");
    changes.create("new/file", "2");
    assertEquals(List.of(Path.of("new/file")), changes.write(false));
    assertEquals("2", read("new/file"));
    assertEquals(List.of(), changes.pending());
  }

  @Test
  void refusesAllIfOneFileExistsWithOtherContent() throws IOException {
    file("b", "of a person");
    changes.create("a", "1");
    changes.create("b", "2");
    var failure = assertThrows(ManagerException.class, () -> changes.write(false));
    assertEquals(
        "these files exist with other content; nothing is written. Use --force to replace them:\n  b",
        failure.getMessage());
    assertFalse(Files.exists(root.resolve("a")));
    assertEquals("of a person", read("b"));
  }

  @Test
  void replacesAFileByForce() throws IOException {
    file("b", "of a person");
    changes.create("b", "2");
    changes.write(true);
    assertEquals("2", read("b"));
  }

  @Test
  void restoresAllFilesIfOneCannotBeWritten() throws IOException {
    file("a", "before");
    // A file where a folder must be: no process can write below it, not even root.
    file("z", "a file");
    changes.put("a", "after");
    changes.create("b", "new");
    changes.create("z/below", "3");
    var failure = assertThrows(ManagerException.class, () -> changes.write(false));
    var message = String.valueOf(failure.getMessage());
    assertTrue(message.startsWith(root.resolve("z/below") + " cannot be written: "), message);
    assertTrue(message.endsWith(". The project is as before"));
    assertEquals("before", read("a"));
    assertFalse(Files.exists(root.resolve("b")));
  }

  @Test
  void insertsAnEntryAboveTheMarkerOnce() throws IOException {
    file("list", "- a\n#+marker\n");
    changes.insert("list", "#+marker", "- b\n", "");
    changes.insert("list", "#+marker", "- b\n", "");
    changes.insert("list", "#+marker", "- c\n", "");
    changes.write(false);
    assertEquals("- a\n- b\n- c\n#+marker\n", read("list"));
  }

  @Test
  void insertsIntoAFileThatDoesNotExist() throws IOException {
    changes.insert("list", "#+marker", "- b\n", "# first\n#+marker\n");
    changes.write(false);
    assertEquals("# first\n- b\n#+marker\n", read("list"));
  }

  @Test
  void reportsAMissingMarker() throws IOException {
    file("list", "- a\n");
    var failure =
        assertThrows(ManagerException.class, () -> changes.insert("list", "#+marker", "- b\n", ""));
    assertEquals(
        root.resolve("list")
            + " has no line #+marker; add the line at the end of the list, and repeat the command",
        failure.getMessage());
  }

  @Test
  void followsLinksToFoldersAndFiles() throws IOException {
    Files.createDirectories(root.resolve("common/templates"));
    file("common/templates/b", "2");
    Files.createDirectories(root.resolve("real/charts"));
    file("real/a", "1");
    Files.createSymbolicLink(root.resolve("real/charts/common"), root.resolve("common"));
    Files.createSymbolicLink(root.resolve("real/c"), root.resolve("common/templates/b"));
    var link = Files.createSymbolicLink(root.resolve("current"), Path.of("real"));
    changes.createAll("copy", link);
    changes.write(false);
    assertEquals("1", read("copy/a"));
    assertEquals("2", read("copy/charts/common/templates/b"));
    assertEquals("2", read("copy/c"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "crds/"})
  void plansFilesOfAMountedVolumeOnce(String mount) throws IOException {
    Files.createDirectories(root.resolve("chart/" + mount + "..2026"));
    file("chart/" + mount + "..2026/a", "1");
    Files.createSymbolicLink(root.resolve("chart/" + mount + "..data"), Path.of("..2026"));
    Files.createSymbolicLink(root.resolve("chart/" + mount + "a"), Path.of("..data/a"));
    changes.createAll("copy", root.resolve("chart"));
    assertEquals(List.of(Path.of("copy/" + mount + "a")), changes.planned());
  }

  @Test
  void reportsLinksInACircle() throws IOException {
    var folder = Files.createDirectories(root.resolve("chart/templates"));
    Files.createSymbolicLink(folder.resolve("again"), root.resolve("chart"));
    var failure =
        assertThrows(
            ManagerException.class, () -> changes.createAll("copy", root.resolve("chart")));
    assertEquals(
        "%s cannot be read: the link %s leads in a circle; remove it"
            .formatted(root.resolve("chart"), folder.resolve("again")),
        failure.getMessage());
  }
}
