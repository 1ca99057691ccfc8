package dev.catamaran.definition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Subcharts as {@code helm dependency build} leaves them. */
class ChartInputPackagesTest {
  private final Path chart;

  ChartInputPackagesTest(@TempDir Path folder) throws IOException {
    this.chart = Files.createDirectories(folder.resolve("umbrella"));
    Files.createDirectories(chart.resolve("charts"));
  }

  private void write(String dependencies) throws IOException {
    Files.writeString(
        chart.resolve("Chart.yaml"),
        "apiVersion: v2\nname: umbrella\nversion: 0.1.0\ndependencies: [%s]\n"
            .formatted(dependencies));
  }

  private void addPackage(String version) throws Exception {
    var source = Files.createDirectories(chart.resolveSibling(version).resolve("cache"));
    Files.writeString(
        source.resolve("Chart.yaml"),
        "apiVersion: v2\nname: cache\nversion: %s\n".formatted(version));
    Files.writeString(source.resolve("values.yaml"), "# How many.\nreplicas: 1\n");
    var tar =
        new ProcessBuilder(
                "tar",
                "-czf",
                chart.resolve("charts/cache-%s.tgz".formatted(version)).toString(),
                "-C",
                source.resolveSibling("").toString(),
                "cache")
            .inheritIO()
            .start();
    assertEquals(0, tar.waitFor());
  }

  @Test
  void readsThemUnderTheirAliases() throws Exception {
    write("{name: cache, version: 1.0.0, alias: first}, {name: cache, version: 1.0.0}");
    addPackage("1.0.0");
    var charts = ChartInput.read(chart).charts();
    assertEquals(Set.of("first", "cache"), charts.keySet());
    charts.values().forEach(each -> assertEquals(1, each.values().path("replicas").asInt()));
  }

  /** Types of the wrong version would refuse valid values. */
  @Test
  void leavesThoseOfSeveralVersionsOpen() throws Exception {
    write("{name: cache, version: 1.0.0, alias: first}, {name: cache, version: 2.0.0}");
    addPackage("1.0.0");
    addPackage("2.0.0");
    assertEquals(Set.of(), ChartInput.read(chart).charts().keySet());
  }
}
