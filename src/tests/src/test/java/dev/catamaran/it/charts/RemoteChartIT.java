package dev.catamaran.it.charts;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.ChartRegistry;
import dev.catamaran.testcluster.ChartRepository;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RemoteChartIT {

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
