package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedTextTest {
  private static final String FILE = "config/role.yaml";

  private final Path root;

  GeneratedTextTest(@TempDir Path root) {
    this.root = root;
  }

  private Optional<String> generate(String text) {
    var changes = new Changes(root);
    var note = new GeneratedText(FILE, text).addTo(changes);
    changes.write(false);
    return note;
  }

  private String present() throws IOException {
    return Files.readString(root.resolve(FILE));
  }

  private void edit(String before, String after) throws IOException {
    Files.writeString(root.resolve(FILE), present().replace(before, after));
  }

  @Test
  void writesAMissingFile() throws IOException {
    assertEquals(Optional.empty(), generate("a\nb\n"));
    assertEquals("a\nb\n", present());
  }

  @Test
  void changesNothingTheSecondTime() {
    generate("a\nb\n");
    var changes = new Changes(root);
    new GeneratedText(FILE, "a\nb\n").addTo(changes);
    assertEquals(List.of(), changes.pending());
  }

  @Test
  void keepsTheEditsOfAPersonAndTakesOverWhatIsNew() throws IOException {
    generate("a\nb\nc\nd\ne\n");
    edit("b\n", "b\n# my note\n");
    assertEquals(Optional.empty(), generate("a\nb\nc\nd\nE\nf\n"));
    assertEquals("a\nb\n# my note\nc\nd\nE\nf\n", present());
  }

  @Test
  void keepsALineThatAPersonRemoved() throws IOException {
    generate("a\nb\nc\n");
    edit("b\n", "");
    generate("a\nb\nc\nd\n");
    assertEquals("a\nc\nd\n", present());
  }

  @Test
  void keepsTheEditAndReportsAChangeAtTheSamePlace() throws IOException {
    generate("a\nb\nc\n");
    edit("b\n", "mine\n");
    assertEquals(
        Optional.of(
            "config/role.yaml: your edit and a change of the generated text are at the same place."
                + " Your edit stays; compare with .catamaran/generated/config/role.yaml"),
        generate("a\nB\nc\n"));
    assertEquals("a\nmine\nc\n", present());
  }

  @Test
  void refusesToReplaceAFileOfAPerson() throws IOException {
    Files.createDirectories(root.resolve("config"));
    Files.writeString(root.resolve(FILE), "of a person\n");
    assertThrows(ManagerException.class, () -> generate("a\n"));
    assertEquals("of a person\n", present());
  }
}
