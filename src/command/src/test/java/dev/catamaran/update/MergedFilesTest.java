package dev.catamaran.update;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.project.Changes;
import dev.catamaran.project.ChartTree;
import dev.catamaran.project.FileUpdate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedFilesTest {
  private static Map<String, byte[]> files(String... pathsAndTexts) {
    var files = new TreeMap<String, byte[]>();
    for (int i = 0; i < pathsAndTexts.length; i += 2) {
      files.put(pathsAndTexts[i], pathsAndTexts[i + 1].getBytes(UTF_8));
    }
    return files;
  }

  /** The archive of a subchart has its version in its name. */
  @Test
  void replacesSubchartsAndTheirLock() {
    var old = files("Chart.lock", "1", "charts/redis-1.0.0.tgz", "\0one", "values.yaml", "a\n");
    var mine = files("Chart.lock", "1", "charts/redis-1.0.0.tgz", "\0one", "values.yaml", "m\n");
    var next = files("Chart.lock", "2", "charts/redis-1.1.0.tgz", "\0two", "values.yaml", "a\n");
    var merge = MergedFiles.of(old, mine, next);
    assertEquals(List.of(), merge.conflicts());
    assertEquals(
        List.of("Chart.lock", "charts/redis-1.1.0.tgz", "values.yaml"),
        List.copyOf(merge.files().keySet()));
    assertEquals(List.of("charts/redis-1.0.0.tgz"), merge.with(FileUpdate.Effect.REMOVED));
  }

  /** An edit of a file that has moved would be lost, or render its objects twice. */
  @Test
  void doesNotKeepAnEditedTemplateThatHasMoved() {
    var old = files("templates/web.yaml", "a\n");
    var mine = files("templates/web.yaml", "m\n");
    var next = files("templates/server/web.yaml", "b\n");
    assertEquals(
        List.of("templates/web.yaml: you edited it, and the new version does not have it"),
        MergedFiles.of(old, mine, next).conflicts());
  }

  @Test
  void writesAndRemovesFilesAndKeepsPermissions(@TempDir Path project) throws IOException {
    var old = files("files/run.sh", "a", "templates/old/only.yaml", "a", "values.yaml", "a");
    var next = files("files/run.sh", "b", "templates/new.yaml", "b", "values.yaml", "a");
    var changes = new Changes(project);
    old.forEach((path, content) -> changes.create("charts/web/" + path, content));
    changes.create("charts/web/templates/mine.yaml", "m");
    changes.write(false);
    assertTrue(project.resolve("charts/web/files/run.sh").toFile().setExecutable(true));

    var update = new Changes(project);
    var mine = ChartTree.read(project.resolve("charts/web"));
    MergedFiles.of(old, mine.files(), next).addTo(update, "charts/web/");
    update.write(false);

    var after = ChartTree.read(project.resolve("charts/web")).files();
    assertEquals(
        List.of("files/run.sh", "templates/mine.yaml", "templates/new.yaml", "values.yaml"),
        List.copyOf(after.keySet()));
    assertEquals("b", Files.readString(project.resolve("charts/web/files/run.sh")));
    assertTrue(Files.isExecutable(project.resolve("charts/web/files/run.sh")));
    assertTrue(Files.notExists(project.resolve("charts/web/templates/old")));
  }
}
