package dev.catamaran.it.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.catamaran.faults.Calls;
import dev.catamaran.faults.FaultProxy;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class NamespacesIT {
  private static final Path CHART = TestChart.named("where").configMap("made", "by", "it").path();

  /** Requests for objects that have a namespace. */
  private static final Calls NAMESPACED = Calls.at("/(widgets|configmaps|secrets)\\b");

  @Test
  void reconcilesOnlyInTheNamespacesOfWatchNamespace(TestNamespace one) {
    try (var proxy = FaultProxy.before(one.cluster());
        var two = TestNamespace.create();
        var third = TestNamespace.create()) {
      for (var namespace : List.of(third, two, one)) {
        namespace.apply("Widget", "cache", "{}");
      }
      one.launch(
          one.name() + ", " + two.name(),
          proxy.identity(one.identity()),
          Watching.chart("Widget", CHART));

      one.awaitReady("Widget", "cache");
      two.awaitReady("Widget", "cache");
      // The last primary. By now a watch on all namespaces would have reported the third.
      two.apply("Widget", "later", "{}");
      two.awaitReady("Widget", "later");
      assertUntouched(third, "cache");
      assertEquals(Map.of("by", "it"), two.data("cache-made"));
      assertAll(proxy, NAMESPACED, "/namespaces/(%s|%s)/".formatted(one.name(), two.name()));
    }
  }

  @Test
  void reconcilesOnlyThePrimariesOfItsSelector(TestNamespace namespace) {
    try (var proxy = FaultProxy.before(namespace.cluster())) {
      namespace.operate(
          proxy.identity(namespace.identity()),
          Watching.chart("Widget", CHART, "selector: {matchLabels: {tier: gold}}"),
          Duration.ofHours(1));
      namespace.apply("Widget", "unlabelled", "{}");
      namespace.apply("Widget", "silver", "{}");
      label(namespace, "silver", "silver");
      namespace.apply("Widget", "gold", "{}");
      label(namespace, "gold", "gold");

      namespace.awaitReady("Widget", "gold");
      assertUntouched(namespace, "unlabelled");
      assertUntouched(namespace, "silver");
      label(namespace, "silver", "gold");
      namespace.awaitReady("Widget", "silver");
      // The API server selects: the operator need not keep all primaries in memory.
      assertAll(proxy, Calls.at("/widgets\\b").by("list", "watch"), "labelSelector=tier%3Dgold");
    }
  }

  /** At least one of these requests was seen, and each has this pattern in path or query. */
  private static void assertAll(FaultProxy proxy, Calls calls, String pattern) {
    var seen = proxy.seen(calls);
    assertNotEquals(List.of(), seen);
    var expected = Calls.at(pattern);
    assertEquals(List.of(), seen.stream().filter(call -> !expected.include(call)).toList());
  }

  private static void label(TestNamespace namespace, String primary, String tier) {
    namespace.patch("Widget", primary, "{metadata: {labels: {tier: %s}}}".formatted(tier));
  }

  private static void assertUntouched(TestNamespace namespace, String primary) {
    var found = namespace.primary("Widget", primary);
    assertNotNull(found);
    assertEquals(List.of(), found.getMetadata().getFinalizers());
    assertEquals(List.of(), namespace.revisions(primary));
  }
}
