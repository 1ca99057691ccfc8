package dev.catamaran.chartsource;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ChartReference.InRepository;
import dev.catamaran.chart.ChartReference.PullRules;
import dev.catamaran.chart.Charts.ChartUnavailableException;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.ChartRepository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stock with a chart of a real repository that fails for a while. Without a cluster. */
class ChartSupplyIT {
  private static final Path PACKAGE = ChartRepository.packaged(TestChart.named("boat"), "1.0.0");

  private final Path folder;
  private final Path index;
  private final ChartReference boat;

  /** The same package, by another name. */
  private final ChartReference again;

  private final FollowedFiles files = new FollowedFiles();
  private final ChartSupply supply;
  private final List<ChartReference> changes = new CopyOnWriteArrayList<>();

  ChartSupplyIT(@TempDir Path folder) {
    var repository = ChartRepository.create().add("boat", "1.0.0", PACKAGE);
    this.folder = folder;
    this.index = repository.folder().resolve("index.yaml");
    this.boat = new InRepository(repository.folder().toUri(), "boat", "1.0.0", PullRules.ORDINARY);
    this.supply =
        new ChartSupply(
            new ChartLoader(folder.resolve("cache/unpacked")),
            new PulledCharts(folder.resolve("cache/pulled"), new RegistryConfig(List.of())),
            files);
    this.again = new InRepository(repository.folder().toUri(), "boat", "~1.0", PullRules.ORDINARY);
    supply.onChange(changes::add);
  }

  @AfterEach
  void close() {
    supply.close();
    files.close();
  }

  @Test
  void retriesALostChartThatCannotBePulledAtFirst() throws Exception {
    supply.add(Set.of(boat));
    assertAvailable();

    Files.move(folder.resolve("cache"), folder.resolve("elsewhere"));
    breakRepository();
    assertMissing();
    assertEquals(List.of(boat), changes);

    repairRepository();
    eventually(this::assertAvailable);
    eventually(() -> assertEquals(List.of(boat, boat), changes));
  }

  @Test
  void retriesAChartThatAWatchNamesAgain() throws Exception {
    breakRepository();
    supply.add(Set.of(boat));
    assertMissing();

    supply.keepOnly(Set.of());
    supply.add(Set.of(boat));
    assertMissing();

    repairRepository();
    eventually(this::assertAvailable);
  }

  @Test
  void deletesWhatWasPulledForAChartThatNoWatchNames() throws Exception {
    supply.add(Set.of(boat, again));
    assertAvailable();
    assertEquals("1.0.0", supply.get(again).version());
    assertEquals(3, pulled().size(), () -> "one package, and two references: " + pulled());

    supply.keepOnly(Set.of(again));
    assertEquals(2, pulled().size(), () -> "the package, and its other reference: " + pulled());

    supply.keepOnly(Set.of());
    assertEquals(Set.of(), pulled());
  }

  @Test
  void keepsWhatWasPulledForTheNextProcess() throws Exception {
    supply.add(Set.of(boat));
    assertAvailable();
    var before = pulled();

    supply.close();

    assertEquals(2, before.size());
    assertEquals(before, pulled());
  }

  @Test
  void deletesWhatAKilledProcessLeft() throws Exception {
    var folder = Files.createDirectories(this.folder.resolve("cache/pulled"));
    var left = Files.createFile(folder.resolve("pulling-1"));
    var young = Files.createFile(folder.resolve("pulling-2"));
    Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofHours(1))));

    supply.add(Set.of(boat));
    assertAvailable();

    assertFalse(Files.exists(left));
    assertTrue(Files.exists(young));
  }

  private Set<Path> pulled() {
    try (var files = Files.list(folder.resolve("cache/pulled"))) {
      return files.collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertAvailable() throws ChartUnavailableException {
    assertEquals("1.0.0", supply.get(boat).version());
  }

  private void assertMissing() {
    assertThrows(ChartUnavailableException.class, () -> supply.get(boat));
  }

  private void breakRepository() throws IOException {
    Files.move(index, index.resolveSibling("aside"));
  }

  private void repairRepository() throws IOException {
    Files.move(index.resolveSibling("aside"), index);
  }
}
