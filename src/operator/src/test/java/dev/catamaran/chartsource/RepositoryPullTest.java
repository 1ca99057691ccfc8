package dev.catamaran.chartsource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.chart.ChartReference.InRepository;
import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.chart.PullRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packages of a repository on disk; they have no content. */
class RepositoryPullTest {
  private final Path folder;
  private final Path repository;

  RepositoryPullTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    this.repository = Files.createDirectories(folder.resolve("charts"));
    Files.createDirectories(folder.resolve("charts-of-others"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../other.tgz",
        "%2e%2e/other.tgz",
        "sub/%2E%2e/.%2E/other.tgz",
        "..%2fother.tgz",
        "../charts-of-others/other.tgz",
        "file:///etc/passwd",
        "file://host/other.tgz",
        "other.tgz?x=y",
      })
  void refusesAnAddressOutsideOfTheRepository(String address) throws IOException {
    for (var place : List.of("other.tgz", "charts-of-others/other.tgz", "charts/other.tgz")) {
      Files.writeString(folder.resolve(place), "x");
    }

    var problem = assertThrows(ChartUnavailableException.class, () -> pull(address)).problem();

    assertEquals("index.yaml has no usable address for version 1.0.0", problem);
  }

  @Test
  void takesAPackageBelowTheFolder() throws Exception {
    Files.writeString(Files.createDirectories(repository.resolve("a b")).resolve("c.tgz"), "x");

    assertEquals("x", Files.readString(pull("a%20b/c.tgz").archive()));
  }

  private Pulled pull(String address) throws IOException, ChartUnavailableException {
    Files.writeString(
        repository.resolve("index.yaml"),
        "entries: {boat: [{version: 1.0.0, urls: [\"%s\"]}]}".formatted(address));
    var chart = new InRepository(repository.toUri(), "boat", "1.0.0", PullRules.ORDINARY);
    try (var web = new Web(false)) {
      var cache = new PackageCache(folder.resolve("pulled"));
      return new RepositoryPull(web, new RegistryConfig(List.of()), cache, chart).pull();
    }
  }
}
