package dev.catamaran.definition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartInputTest {
  @TempDir private Path folder;

  @Test
  void readsNameValuesSchemaAndSubcharts() throws IOException {
    write(
        "Chart.yaml",
        "name: box\ndependencies: [{name: redis}, {name: postgresql, alias: db}, {version: 1}]\n");
    write("requirements.yaml", "dependencies: [{name: redis}, {name: old}]\n");
    write("values.yaml", "\uFEFFsize: 010\n");
    write("values.schema.json", "{\"type\": \"object\"}");
    var chart = ChartInput.read(folder);
    assertEquals("box", chart.name());
    assertEquals("size: 010\n", chart.valuesText());
    assertEquals("{\"size\":8}", chart.values().toString());
    assertEquals(Optional.of("{\"type\":\"object\"}"), chart.schema().map(Object::toString));
    assertEquals(List.of("redis", "db", "old"), chart.subcharts());
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
    write("values.yaml", "");
    write("values.schema.json", "{\n  a}");
    assertTrue(
        error().startsWith(folder.resolve("values.schema.json") + ":2:3: not JSON: "), error());
  }

  /**
   * As {@code helm dependency build} leaves them; types of the wrong version would refuse valid
   * values.
   */
  @Test
  void readsPackagedSubchartsUnderTheirAliasesUnlessTheirVersionIsUnknown() throws Exception {
    var chart =
        "name: a\ndependencies: [{name: cache, version: 1.0.0, alias: b}, {name: cache, version: %s}]";
    write("Chart.yaml", chart.formatted("1.0.0"));
    Files.createDirectory(folder.resolve("charts"));
    addPackage("1.0.0");
    var charts = ChartInput.read(folder).charts();
    assertEquals(Set.of("b", "cache"), charts.keySet());
    charts.values().forEach(each -> assertEquals(1, each.values().path("replicas").asInt()));
    write("Chart.yaml", chart.formatted("2.0.0"));
    addPackage("2.0.0");
    assertEquals(Set.of(), ChartInput.read(folder).charts().keySet());
  }

  private void addPackage(String version) throws Exception {
    var source = Files.createDirectories(folder.resolve(version).resolve("cache"));
    Files.writeString(
        source.resolve("Chart.yaml"),
        "apiVersion: v2\nname: cache\nversion: %s\n".formatted(version));
    Files.writeString(source.resolve("values.yaml"), "# How many.\nreplicas: 1\n");
    var tar =
        new ProcessBuilder(
                "tar",
                "-czf",
                folder.resolve("charts/cache-%s.tgz".formatted(version)).toString(),
                "-C",
                source.resolveSibling("").toString(),
                "cache")
            .inheritIO()
            .start();
    assertEquals(0, tar.waitFor());
  }

  private String error() {
    return String.valueOf(
        assertThrows(ManagerException.class, () -> ChartInput.read(folder)).getMessage());
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }
}
