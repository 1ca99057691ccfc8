package dev.catamaran.definition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartInputTest {
  @TempDir private Path folder;

  @Test
  void readsNameValuesAndSubcharts() throws IOException {
    write(
        "Chart.yaml",
        "name: box\ndependencies: [{name: redis}, {name: postgresql, alias: db}, {version: 1}]\n");
    write("requirements.yaml", "dependencies: [{name: redis}, {name: old}]\n");
    write("values.yaml", "\uFEFFsize: 010\n");
    var chart = ChartInput.read(folder);
    assertEquals("box", chart.name());
    assertEquals("size: 010\n", chart.valuesText());
    assertEquals("{\"size\":8}", chart.values().toString());
    assertEquals(Set.of("redis", "db", "old"), chart.subcharts());
    assertFalse(chart.hasSubcharts());
  }

  @Test
  void acceptsAChartWithoutValues() throws IOException {
    write("Chart.yaml", "name: box\n");
    assertEquals("{}", ChartInput.read(folder).values().toString());
  }

  @Test
  void namesTheFileAndThePlaceOfAnError() throws IOException {
    assertTrue(error().startsWith(folder.resolve("Chart.yaml") + " cannot be read: "), error());
    write("Chart.yaml", "name: box\n");
    write("values.yaml", "a: [\n");
    assertTrue(error().startsWith(folder.resolve("values.yaml") + ":2:1: not YAML: "), error());
    write("values.yaml", "- a\n");
    assertEquals(
        folder.resolve("values.yaml") + ": expected a mapping; write key: value lines", error());
  }

  private String error() {
    return String.valueOf(
        assertThrows(ManagerException.class, () -> ChartInput.read(folder)).getMessage());
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }
}
