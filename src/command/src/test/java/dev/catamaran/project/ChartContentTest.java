package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.ManagerException;
import dev.catamaran.helm.ChartEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With Helm itself. */
class ChartContentTest {
  @TempDir private Path chart;

  @Test
  void isWhatHelmLoadsWithoutVersionControlAndWithValuesForTests() throws IOException {
    write("Chart.yaml", "{apiVersion: v2, name: a, version: 1.0.0}");
    write(".helmignore", "ci/\n*.md\n/docs/*.txt\n");
    var own = List.of(".helmignore", "Chart.yaml", "ci/ha-values.yaml", "sub/docs/a.txt");
    var others =
        List.of(".git/HEAD", ".gitignore", "a.md", "ci/kind.sh", "docs/a.txt", "sub/.git/config");
    Stream.concat(own.stream().skip(2), others.stream()).forEach(name -> write(name, "x: 1"));
    write("templates/.gitignore", "");

    try (var engine = ChartEngine.start();
        var files = Files.walk(chart)) {
      var content = ChartContent.of(engine, chart);
      assertEquals(
          own,
          files
              .filter(Files::isRegularFile)
              .map(chart::relativize)
              .filter(content)
              .map(Path::toString)
              .sorted()
              .toList());
    }
  }

  @Test
  void namesTheChartThatHelmCannotLoad() {
    try (var engine = ChartEngine.start()) {
      var failure = assertThrows(ManagerException.class, () -> ChartContent.of(engine, chart));
      assertEquals(
          chart + ": the chart cannot be loaded: Chart.yaml file is missing", failure.getMessage());
    }
  }

  private void write(String name, String content) {
    try {
      var file = chart.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
