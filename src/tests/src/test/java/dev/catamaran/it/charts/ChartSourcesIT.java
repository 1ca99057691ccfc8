package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.ChartRegistry;
import dev.catamaran.testcluster.ChartRepository;
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
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealNode
class ChartSourcesIT {
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

  @Test
  void deploysTheChosenVersionOfEachPrimary(TestNamespace namespace) {
    namespace.operate(offering(version("2"), version("1")));
    namespace.apply("Widget", "newest", "{}");
    namespace.apply("Widget", "old", "{chartVersion: \"1\", color: red}");
    namespace.awaitReady("Widget", "newest");
    namespace.awaitReady("Widget", "old");

    assertEquals(Map.of("made", "2"), namespace.data("newest-by"));
    assertEquals(Map.of("made", "1"), namespace.data("old-by"));
    assertEquals(
        "map[color:red]",
        namespace.data("old-values").get("all"),
        "chartVersion must not be a value of the chart");
  }

  @Test
  void listsTheVersionsAndContinuesAfterAValidChoice(TestNamespace namespace) {
    namespace.operate(offering(version("2"), version("1")));
    namespace.apply("Widget", "one", "{chartVersion: \"3\"}");
    eventually(
        () ->
            assertEquals(
                Map.of(
                    "status", "True",
                    "reason", "UnknownChartVersion",
                    "message", "spec.chartVersion \"3\" is not offered; choose one of 2, 1"),
                namespace.condition("Widget", "one", "Stalled")));

    namespace.deploy("Widget", "one", "{chartVersion: \"1\"}");
    assertEquals(Map.of(), namespace.condition("Widget", "one", "Stalled"));

    namespace.apply("Widget", "one", "{chartVersion: \"2\"}");
    eventually(() -> assertEquals(Map.of("made", "2"), namespace.data("one-by")));
  }

  private static TestChart version(String version) {
    return TestChart.named("versioned")
        .values("")
        .configMap("by", "made", "\"" + version + "\"")
        .configMap("values", "all", "\"{{ .Values | toString }}\"");
  }

  private static Watching offering(TestChart two, TestChart one) {
    return Watching.yaml(
        """
        - group: test.catamaran.dev
          version: v1
          kind: Widget
          chartVersions:
          - {version: "2", chart: %s}
          - {version: "1", chart: %s}
        """
            .formatted(two.path(), one.path()));
  }

  @Test
  void deploysChartsOfARegistryAndARepository(TestNamespace namespace) {
    try (var registry = ChartRegistry.start();
        var repository = ChartRepository.create()) {
      registry.push(ChartRepository.packaged(chart("boat", "registry"), "1.0.0"));
      repository
          .add("raft", "1.1.0", ChartRepository.packaged(chart("raft", "repository"), "1.1.0"))
          .serve();
      namespace.operate(
          Watching.yaml(
              """
              - group: test.catamaran.dev
                version: v1
                kind: Widget
                chart: oci://%s/charts/boat
                chartVersion: 1.0.0
                chartPull: {plainHttp: true}
              - group: test.catamaran.dev
                version: v1
                kind: Gadget
                chart: raft
                chartRepository: %s
                chartVersion: ^1.0
                chartPull: {plainHttp: true}
              """
                  .formatted(registry.host(), repository.url())));
      namespace.apply("Widget", "one", "{}");
      namespace.apply("Gadget", "two", "{}");
      namespace.awaitReady("Widget", "one");
      namespace.awaitReady("Gadget", "two");

      assertEquals(Map.of("made", "registry"), namespace.data("one-by"));
      assertEquals(Map.of("made", "repository"), namespace.data("two-by"));
      assertEquals(
          "1.1.0",
          Objects.requireNonNull(namespace.primary("Gadget", "two"))
              .get("status", "deployedRelease", "version"));
    }
  }

  @Test
  void waitsForAnUnavailableRepositoryAndStallsNoOtherKind(TestNamespace namespace) {
    try (var repository = ChartRepository.create()) {
      var archive = ChartRepository.packaged(chart("raft", "repository"), "1.0.0");
      repository.add("raft", "1.0.0", archive);
      namespace.operate(
          Watching.chart("Gadget", chart("local", "disk").path())
              .and(
                  "Widget",
                  "raft",
                  "chartRepository: " + repository.url(),
                  "chartVersion: 1.0.0",
                  "chartPull: {plainHttp: true}"));
      namespace.apply("Widget", "one", "{}");
      namespace.apply("Widget", "two", "{}");
      namespace.apply("Gadget", "three", "{}");
      namespace.awaitReason("Widget", "one", "Stalled", "ChartUnavailable", "connection refused");
      namespace.awaitReady("Gadget", "three");
      namespace.delete("Widget", "two");
      eventually(() -> assertNull(namespace.primary("Widget", "two"), "deletion must work"));

      repository.serve();
      namespace.awaitReady("Widget", "one");
      assertEquals(Map.of("made", "repository"), namespace.data("one-by"));
      assertEquals(Map.of(), namespace.condition("Widget", "one", "Stalled"));
    }
  }

  private static TestChart chart(String name, String madeBy) {
    return TestChart.named(name).configMap("by", "made", madeBy);
  }
}
