package dev.catamaran.manifests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ManagerException;
import dev.catamaran.project.Changes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedTextTest {
  private static final String FILE = "config/role.yaml";

  @TempDir private Path root;

  private Optional<String> generate(String text) {
    var changes = new Changes(root);
    var note = GeneratedText.add(changes, FILE, text);
    changes.write(false);
    return note;
  }

  /**
   * What is generated, what a person makes of it, what is generated then, and the file; a slash
   * ends a line.
   */
  @ParameterizedTest
  @CsvSource({
    "a/b/, a/b/, a/b/, a/b/, ''",
    "a/b/c/d/e/, a/b/#mine/c/d/e/, a/b/c/d/E/f/, a/b/#mine/c/d/E/f/, ''",
    "a/b/c/, a/c/, a/b/c/d/, a/c/d/, ''",
    "a/b/c/, a/mine/c/, a/B/c/, a/<<<<<<< yours/mine/=======/B/>>>>>>> new version/c/, config/role.yaml: your edit and a change",
  })
  void keepsEditsBesideChanges(
      String generated, String edited, String then, String expected, String note)
      throws IOException {
    assertEquals(Optional.empty(), generate(lines(generated)));
    Files.writeString(root.resolve(FILE), lines(edited));
    var said = generate(lines(then)).orElse("");
    assertTrue(said.startsWith(note) && said.isEmpty() == note.isEmpty(), said);
    assertEquals(lines(expected), Files.readString(root.resolve(FILE)));
    var again = new Changes(root);
    assertEquals(said, GeneratedText.add(again, FILE, lines(then)).orElse(""));
    assertEquals(List.of(), again.pending());
  }

  /** A right that a chart no longer needs would stay in a role, and nobody would say so. */
  @ParameterizedTest
  @ValueSource(strings = {"a\nmine\nc\n", "a\nB\nc\n"})
  void repeatsTheNoteUntilAPersonDecides(String decided) throws IOException {
    assertEquals(Optional.empty(), generate("a\nb\nc\n"));
    Files.writeString(root.resolve(FILE), "a\nmine\nc\n");
    assertTrue(generate("a\nB\nc\n").isPresent());
    assertTrue(generate("a\nB\nc\n").isPresent());
    Files.writeString(root.resolve(FILE), decided);
    assertEquals(Optional.empty(), generate("a\nB\nc\n"));
    assertEquals(Optional.empty(), generate("a\nB\nc\nd\n"));
    assertEquals(decided + "d\n", Files.readString(root.resolve(FILE)));
  }

  private static String lines(String text) {
    return text.replace('/', '\n');
  }

  @Test
  void refusesToReplaceAFileOfAPerson() throws IOException {
    Files.createDirectories(root.resolve("config"));
    Files.writeString(root.resolve(FILE), "of a person\n");
    assertThrows(ManagerException.class, () -> generate("a\n"));
    assertEquals("of a person\n", Files.readString(root.resolve(FILE)));
  }
}
