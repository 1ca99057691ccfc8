package dev.catamaran.chartsource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.ChartReference.InRepository;
import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.chart.PullRules;
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
  @ValueSource(strings = {"1.0.0", "1.2.0+build.7", "2.0.0-rc.1"})
  void pullsAnExactVersion(String version) throws Exception {
    assertEquals(version, pull(inRegistry(version)).version());
    assertEquals(version, pull(inRepository(version)).version());
    var onDisk = new InRepository(REPOSITORY.folder().toUri(), "boat", version, HTTP);
    assertEquals(pull(inRegistry(version)).digest(), pull(onDisk).digest());
  }

  @ParameterizedTest
  @ValueSource(strings = {"^1.0", "1.x", ">=1.0, <3", "~1.2"})
  void pullsTheNewestOfARange(String range) throws Exception {
    assertEquals("1.2.0+build.7", pull(inRegistry(range)).version());
    assertEquals("1.2.0+build.7", pull(inRepository(range)).version());
  }

  @Test
  void reportsTheAvailableVersions() {
    var there = "there is no version 3.0.0; there are 2.0.0-rc.1, 1.2.0+build.7, 1.0.0";
    assertEquals(
        "chart oci://%s/charts/boat 3.0.0: %s".formatted(REGISTRY.host(), there),
        problem(inRegistry("3.0.0")));
    assertEquals(
        "chart boat 3.0.0 of %s: %s".formatted(REPOSITORY.url(), there),
        problem(inRepository("3.0.0")));
    assertEquals(
        "chart ship 1.0.0 of %s: the repository has no chart of that name; it has boat"
            .formatted(REPOSITORY.url()),
        problem(new InRepository(URI.create(REPOSITORY.url()), "ship", "1.0.0", HTTP)));
    assertTrue(
        problem(new InRegistry(REGISTRY.host(), "charts/ship", "1.0.0", HTTP))
            .endsWith("there is no version 1.0.0; there are none"));
  }

  @Test
  void refusesAPackageWithAnotherDigest() throws Exception {
    var forged = ChartRepository.create();
    var archive = ChartRepository.packaged(TestChart.named("boat"), "1.0.0");
    forged.add("boat", "1.0.0", archive).serve();
    try (forged) {
      Files.writeString(forged.folder().resolve("boat-1.0.0.tgz"), "something else");
      var problem = problem(new InRepository(URI.create(forged.url()), "boat", "1.0.0", HTTP));
      assertTrue(problem.contains("but index.yaml says sha256:"), problem);
      assertTrue(problem.endsWith("it is not used"), problem);
    }
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

  @Test
  void authenticatesAtARepository() throws Exception {
    try (var guard =
        GuardedServer.before(REPOSITORY.url().replace("http://", ""), /* tokens= */ false)) {
      Files.writeString(folder.resolve("config.json"), guard.registryConfig());
      var reference = new InRepository(URI.create("http://" + guard.host()), "boat", "1.0.0", HTTP);
      assertEquals("1.0.0", pull(reference).version());

      var wrong = guard.registryConfig().replace("\"auth\": \"dXNl", "\"auth\": \"eHNl");
      assertNotEquals(guard.registryConfig(), wrong);
      Files.writeString(folder.resolve("config.json"), wrong);
      var refused =
          problem(new InRepository(URI.create("http://" + guard.host()), "boat", "^1", HTTP));
      assertTrue(refused.contains("refuses access (401)"), refused);
      assertFalse(refused.contains(GuardedServer.PASSWORD), refused);
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
