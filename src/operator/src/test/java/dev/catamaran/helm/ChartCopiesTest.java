package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.chart.Chart;
import dev.catamaran.release.EngineException;
import dev.catamaran.temporary.TemporaryFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartCopiesTest {
  private static final String TEMPLATE = "templates/pod.yaml";

  private final Path folder;
  private final ChartCopies copies = new ChartCopies();

  ChartCopiesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void fillsFoldersWithTheSameFiles() throws IOException {
    var chart = chart("kind: Pod");

    var first = filled("first", chart);
    var second = filled("second", chart);

    assertEquals("kind: Pod", Files.readString(first.resolve(TEMPLATE)));
    assertTrue(Files.isSameFile(first.resolve(TEMPLATE), second.resolve(TEMPLATE)));
  }

  @Test
  void keepsTheCopyWhenAFileIsReplaced() throws IOException {
    var chart = chart("kind: Pod");
    var replacement = "kind: Job".getBytes(StandardCharsets.UTF_8);

    var first = filled("first", chart);
    ChartCopies.replace(first.resolve(TEMPLATE), replacement);

    assertArrayEquals(replacement, Files.readAllBytes(first.resolve(TEMPLATE)));
    assertEquals("kind: Pod", Files.readString(filled("second", chart).resolve(TEMPLATE)));
  }

  @Test
  void wrapsTheTemplatesOfEqualFiltersOnce() throws IOException {
    var chart = chart("kind: Pod");

    var one = filled("one", chart, HookFilter.of(List.of("pre-install")));
    var other = filled("other", chart, HookFilter.of(List.of("post-install")));
    var plain = filled("plain", chart);

    assertTrue(Files.isSameFile(one.resolve(TEMPLATE), other.resolve(TEMPLATE)));
    assertTrue(Files.readString(one.resolve(TEMPLATE)).contains("catamaran.hooks"));
    var definitions = "templates/_catamaran-hooks.tpl";
    assertTrue(Files.readString(one.resolve(definitions)).contains("pre-install"));
    assertTrue(Files.readString(other.resolve(definitions)).contains("post-install"));
    assertEquals("kind: Pod", Files.readString(plain.resolve(TEMPLATE)));
  }

  @Test
  void hasTheLoadedContentAfterTheChartChanged() throws IOException {
    var chart = chart("kind: Pod");
    filled("first", chart);

    Files.writeString(chart.path().resolve(TEMPLATE), "kind: Job");

    assertEquals("kind: Pod", Files.readString(filled("second", chart).resolve(TEMPLATE)));
  }

  @Test
  void refusesAChartThatChangedBeforeItsCopy() throws IOException {
    var chart = chart("kind: Pod");
    Files.writeString(chart.path().resolve(TEMPLATE), "kind: Job");

    assertThrows(EngineException.class, () -> filled("first", chart));
  }

  @Test
  void copiesAgainWhenAnotherProgramDeletedTheCopy() throws IOException {
    var chart = chart("kind: Pod");
    deleteTheCopy(filled("first", chart));

    assertEquals("kind: Pod", Files.readString(filled("second", chart).resolve(TEMPLATE)));
    var third = filled("third", chart);
    assertTrue(
        Files.isSameFile(third.resolve(TEMPLATE), filled("fourth", chart).resolve(TEMPLATE)));
  }

  /** Finds it among the temporary folders by its links. */
  private static void deleteTheCopy(Path linked) throws IOException {
    try (var beside = TemporaryFolder.create("beside-");
        var found =
            Files.newDirectoryStream(beside.path().resolveSibling(""), "catamaran-chart-*")) {
      for (var each : found) {
        var file = each.resolve(TEMPLATE);
        if (Files.exists(file) && Files.isSameFile(file, linked.resolve(TEMPLATE))) {
          Files.delete(file);
          return;
        }
      }
    }
    throw new AssertionError("no copy");
  }

  private Path filled(String name, Chart chart, TemplateFilter... filters) throws IOException {
    var target = folder.resolve(name);
    copies.fill(target, chart, List.of(filters));
    return target;
  }

  private Chart chart(String template) throws IOException {
    var path = folder.resolve("chart");
    Files.createDirectories(path.resolve("templates"));
    Files.writeString(path.resolve("Chart.yaml"), "apiVersion: v2\nname: copied\nversion: 0.1.0\n");
    Files.writeString(path.resolve(TEMPLATE), template);
    var digest = Chart.digestOf(path).orElseThrow();
    return new Chart(path, "copied", "0.1.0", Optional.empty(), digest, Set.of());
  }
}
