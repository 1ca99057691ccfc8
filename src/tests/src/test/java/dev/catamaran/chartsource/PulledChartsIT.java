package dev.catamaran.chartsource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.ChartReference.InRepository;
import dev.catamaran.chart.ChartReference.PullRules;
import dev.catamaran.chart.Charts.ChartUnavailableException;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.ChartRegistry;
import dev.catamaran.testcluster.ChartRepository;
import dev.catamaran.testcluster.GuardedServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pulls charts from a real registry and a real repository, without a cluster. */
class PulledChartsIT {
  private static final ChartRegistry REGISTRY = ChartRegistry.start();
  private static final ChartRepository REPOSITORY = ChartRepository.create();
  private static final PullRules HTTP = new PullRules(true, Optional.empty());

  private final Path folder;

  PulledChartsIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeAll
  static void fill() {
    for (var version : List.of("1.0.0", "1.2.0+build.7", "2.0.0-rc.1")) {
      var archive = ChartRepository.packaged(TestChart.named("boat"), version);
      REGISTRY.push(archive);
      REPOSITORY.add("boat", version, archive);
    }
    REPOSITORY.serve();
  }

  @AfterAll
  static void close() {
    REGISTRY.close();
    REPOSITORY.close();
  }

  @ParameterizedTest
  @CsvSource({"1.0.0, 1.0.0", "^1.0, 1.2.0+build.7", "2.0.0-rc.1, 2.0.0-rc.1"})
  void pullsTheNewestVersionOfARange(String range, String version) throws Exception {
    assertEquals(version, pull(inRegistry(range)).version());
    assertEquals(version, pull(inRepository(range)).version());
    var onDisk = new InRepository(REPOSITORY.folder().toUri(), "boat", version, HTTP);
    assertEquals(pull(inRegistry(version)).digest(), pull(onDisk).digest());
  }

  @Test
  void reportsAnUnreachableRepositoryAndUsesTheCache() throws Exception {
    var gone = ChartRepository.create();
    var reference = new InRepository(URI.create(gone.url()), "boat", "1.0.0", HTTP);
    assertEquals(
        "chart boat 1.0.0 of %s: %s cannot be reached: connection refused; check the address and the network"
            .formatted(gone.url(), gone.url().replace("http://", "")),
        problem(reference));

    gone.add("boat", "1.0.0", ChartRepository.packaged(TestChart.named("boat"), "1.0.0")).serve();
    var pulled = pull(reference);
    gone.close();
    assertEquals(pulled, pull(reference));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void authenticatesWithTheCredentialsOfAConfigFile(boolean tokens) throws Exception {
    try (var guard = GuardedServer.before(REGISTRY.host(), tokens)) {
      var reference = new InRegistry(guard.host(), "charts/boat", "1.0.0", HTTP);
      var refused = problem(reference);
      assertTrue(
          refused.endsWith(
              "%s refuses access (401); check the credentials for it in --registry-config"
                  .formatted(guard.host())),
          refused);

      Files.writeString(folder.resolve("config.json"), guard.registryConfig());
      assertEquals("1.0.0", pull(reference).version());
      assertEquals(2, guard.passed().size(), "manifest and layer: " + guard.passed());

      var wrapped = guard.registryConfig().replace("\"auth\": \"dXNl", "\"auth\": \"dXNl\\n");
      assertNotEquals(guard.registryConfig(), wrapped);
      Files.writeString(folder.resolve("config.json"), wrapped);
      var another = new InRegistry(guard.host(), "charts/boat", "2.0.0-rc.1", HTTP);
      assertEquals("2.0.0-rc.1", pull(another).version());
    }
  }

  private static InRegistry inRegistry(String version) {
    return new InRegistry(REGISTRY.host(), "charts/boat", version, HTTP);
  }

  private static InRepository inRepository(String version) {
    return new InRepository(URI.create(REPOSITORY.url()), "boat", version, HTTP);
  }

  private String problem(ChartReference.Remote reference) {
    return assertThrows(ChartUnavailableException.class, () -> pull(reference)).problem();
  }

  private Chart pull(ChartReference.Remote reference) throws Exception {
    var config = new RegistryConfig(List.of(folder.resolve("config.json")));
    return new PulledCharts(folder.resolve("pulled"), config)
        .load(reference, new ChartLoader(folder.resolve("unpacked")));
  }
}
