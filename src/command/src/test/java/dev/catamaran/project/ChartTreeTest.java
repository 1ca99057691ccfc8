package dev.catamaran.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.helm.ChartEngine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartTreeTest {
  private static final String CHART = "{apiVersion: v2, name: c, version: 1.0.0}";

  private final Path root;

  ChartTreeTest(@TempDir Path root) {
    this.root = root;
  }

  @BeforeEach
  void write() throws IOException {
    file("real/Chart.yaml", CHART);
  }

  private void file(String path, String text) throws IOException {
    Files.createDirectories(root.resolve(path).resolveSibling(""));
    Files.writeString(root.resolve(path), text);
  }

  private void link(String path, Path target) throws IOException {
    Files.createDirectories(root.resolve(path).resolveSibling(""));
    Files.createSymbolicLink(root.resolve(path), target);
  }

  private Map<String, String> copied() {
    var texts = new TreeMap<String, String>();
    try (var engine = ChartEngine.start()) {
      var tree = ChartTree.copied(root.resolve("real"), engine, root);
      tree.files()
          .forEach((path, content) -> texts.put(path, new String(content, StandardCharsets.UTF_8)));
      assertEquals(tree.files().keySet(), ChartTree.read(tree.folder()).files().keySet());
    }
    return texts;
  }

  @Test
  void followsLinksToFoldersAndFiles() throws IOException {
    file("real/lib/common/Chart.yaml", CHART);
    file("real/lib/common/templates/b", "2");
    link("real/charts/common", Path.of("../lib/common"));
    link("real/c", Path.of("lib/common/templates/b"));
    assertEquals(
        Map.of(
            "Chart.yaml",
            CHART,
            "c",
            "2",
            "charts/common/Chart.yaml",
            CHART,
            "charts/common/templates/b",
            "2",
            "lib/common/Chart.yaml",
            CHART,
            "lib/common/templates/b",
            "2"),
        copied());
  }

  /** A ConfigMap or a Secret as a volume. */
  @Test
  void takesFilesOfAMountedVolumeOnce() throws IOException {
    file("real/crds/..2026/a", "1");
    link("real/crds/..data", Path.of("..2026"));
    link("real/crds/a", Path.of("..data/a"));
    assertEquals(Map.of("Chart.yaml", CHART, "crds/a", "1"), copied());
  }
}
