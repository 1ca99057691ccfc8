package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealNode
class ChartReloadIT {
  /** The operator writes Events shortly after the status. */
  private static final Duration QUIET = Duration.ofSeconds(5);

  @Test
  void upgradesOnlyWhenAChartOnDiskChanges(TestNamespace namespace) throws IOException {
    var chart = TestChart.named("edited").configMap("by", "made", "first");
    var requests = RequestLog.of(namespace.identity());
    namespace.operate(Watching.chart("Widget", chart.path()));
    namespace.deploy("Widget", "one", "{}");

    chart.configMap("by", "made", "second");
    eventually(() -> assertEquals(Map.of("made", "second"), namespace.data("one-by")));
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    namespace.awaitReady("Widget", "one");

    requests.awaitQuiet(QUIET);
    requests.restart();
    // Writes the same content again.
    chart.configMap("by", "made", "second");
    throughout(Duration.ofSeconds(6), () -> assertEquals(List.of(), requests.beyondUpkeep()));
    assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one"));
  }

  @Test
  void stallsOnlyTheKindOfABrokenChartAndRecovers(TestNamespace namespace) {
    var chart = TestChart.named("broken").configMap("by", "made", "first");
    var other = TestChart.named("other").configMap("by", "made", "other");
    namespace.operate(Watching.chart("Widget", chart.path()).and("Gadget", other.path()));
    namespace.apply("Widget", "one", "{}");
    namespace.apply("Widget", "two", "{}");
    namespace.awaitReady("Widget", "one");
    namespace.awaitReady("Widget", "two");

    chart.file("Chart.yaml", "apiVersion: v2\nname: broken\n");
    namespace.awaitReason(
        "Widget", "one", "Stalled", "ChartUnavailable", "Chart.yaml:1: version required");
    assertEquals(Map.of("made", "first"), namespace.data("one-by"), "deployed objects must stay");

    namespace.deploy("Gadget", "three", "{}");
    namespace.delete("Widget", "two");
    eventually(() -> assertNull(namespace.primary("Widget", "two"), "deletion must work"));
    eventually(() -> assertEquals(Map.of(), namespace.data("two-by")));

    chart.configMap("by", "made", "second");
    chart.file("Chart.yaml", "apiVersion: v2\nname: broken\nversion: 0.2.0\n");
    eventually(() -> assertEquals(Map.of("made", "second"), namespace.data("one-by")));
    namespace.awaitReady("Widget", "one");
    eventually(() -> assertEquals(Map.of(), namespace.condition("Widget", "one", "Stalled")));
    assertNotNull(namespace.primary("Widget", "one"));
  }

  @Test
  void followsAVolumeSwappedByASymbolicLink(TestNamespace namespace, @TempDir Path volume)
      throws IOException {
    mount(volume, "..first", TestChart.named("swapped").configMap("by", "made", "first"));
    namespace.operate(Watching.chart("Widget", volume));
    namespace.deploy("Widget", "one", "{}");

    mount(volume, "..second", TestChart.named("swapped").configMap("by", "made", "second"));

    eventually(() -> assertEquals(Map.of("made", "second"), namespace.data("one-by")));
  }

  /** Mounts a chart like a ConfigMap: files link to ..data, and ..data links to a folder. */
  private static void mount(Path volume, String generation, TestChart chart) throws IOException {
    var folder = Files.createDirectory(volume.resolve(generation));
    for (var file : List.of("Chart.yaml", "templates/by.yaml")) {
      Files.createDirectories(folder.resolve(file).resolveSibling(""));
      Files.copy(chart.path().resolve(file), folder.resolve(file));
    }
    var fresh = Files.createSymbolicLink(volume.resolve("..data_tmp"), Path.of(generation));
    Files.move(fresh, volume.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    for (var entry : List.of("Chart.yaml", "templates")) {
      if (!Files.exists(volume.resolve(entry))) {
        Files.createSymbolicLink(volume.resolve(entry), Path.of("..data", entry));
      }
    }
  }
}
