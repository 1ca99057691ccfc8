package dev.catamaran.temporary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessFolderTest {
  private final Path root;

  ProcessFolderTest(@TempDir Path root) {
    this.root = root;
  }

  /** Another process with a folder. Ends with its standard input. */
  static final class Other {
    public static void main(String[] root) throws IOException {
      var folder = ProcessFolder.create(Path.of(root[0]));
      Files.createDirectories(folder.path().resolve("chart/templates"));
      Files.writeString(folder.path().resolve("chart/templates/a.yaml"), "left");
      System.out.println(folder.path());
      System.in.read();
      assertTrue(folder.isThere());
    }
  }

  @Test
  void isDeletedAfterTheEndOfItsProcessOnly() throws Exception {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Other.class.getName(),
                root.toString())
            .start();
    try (var out = process.inputReader()) {
      var other = Path.of(out.readLine());
      var ours = ProcessFolder.create(root);

      ours.deleteAbandoned();
      assertEquals(Set.of(ours.path(), other), folders());

      process.destroyForcibly().waitFor();
      assertTrue(Files.exists(other.resolve("chart/templates/a.yaml")));
      ours.deleteAbandoned();
      assertEquals(Set.of(ours.path()), folders());
      assertTrue(ours.isThere());
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void leavesOtherFolders() throws IOException {
    var elsewhere = Files.createDirectories(root.resolve("elsewhere/chart"));
    Files.createFile(elsewhere.resolve("lock"));
    var link = Files.createSymbolicLink(root.resolve("catamaran-process-link"), elsewhere);
    var charts = Files.createDirectories(root.resolve("catamaran-charts"));
    Files.createFile(charts.resolve("lock"));
    // The process that makes it has not locked it yet.
    var fresh = Files.createDirectories(root.resolve("catamaran-process-new"));
    var ours = ProcessFolder.create(root);

    ours.deleteAbandoned();

    assertEquals(Set.of(ours.path(), link, charts, fresh, elsewhere.resolveSibling("")), folders());
    assertTrue(Files.exists(elsewhere.resolve("lock")));
  }

  @Test
  void isGoneIfAnotherFolderTookItsPlace() throws IOException {
    var ours = ProcessFolder.create(root);
    Files.move(ours.path(), root.resolve("moved"));
    assertFalse(ours.isThere());

    Files.createDirectory(ours.path());
    assertFalse(ours.isThere());
  }

  private Set<Path> folders() throws IOException {
    try (Stream<Path> found = Files.list(root)) {
      return found.collect(Collectors.toSet());
    }
  }
}
