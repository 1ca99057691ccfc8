package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.it.Rules.rule;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.faults.Calls;
import dev.catamaran.faults.FaultProxy;
import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Yaml;
import dev.catamaran.testcluster.MetricsClient;
import dev.catamaran.testcluster.OperatorIdentity;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
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
      var later = one.name() + "-later";
      one.launch(
          "%s, %s, %s".formatted(one.name(), two.name(), later),
          proxy.identity(one.identity()),
          Watching.chart("Widget", CHART));
      one.awaitReady("Widget", "cache");
      two.awaitReady("Widget", "cache");
      // The last primary. By now a watch on all namespaces would have reported the third.
      two.deploy("Widget", "later", "{}");
      assertUntouched(third, "cache");
      assertEquals(Map.of("by", "it"), two.data("cache-made"));
      assertAll(
          proxy, NAMESPACED, "/namespaces/(%s(-later)?|%s)/".formatted(one.name(), two.name()));
      try (var made = TestNamespace.create(later)) {
        made.deploy("Widget", "cache", "{}");
      }
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

  /** Whoever owns a namespace can take the operator's rights in it away, or delete it. */
  @Test
  void servesTheOthersWhileItMayDoNothingInOneNamespace(TestNamespace one) throws Exception {
    try (var two = TestNamespace.create()) {
      var before = one.operate(Watching.chart("Widget", CHART), two.name());
      one.deploy("Widget", "cache", "{}");
      two.deploy("Widget", "cache", "{}");
      before.close();
      var identity =
          one.identity(
              "bound",
              List.of(rule("apiextensions.k8s.io", "customresourcedefinitions", "list", "watch")));
      bind(one, identity);
      var probes = FreePort.find();
      var ready = new MetricsClient("http://127.0.0.1:%d/readyz".formatted(probes));
      var operator =
          one.launch(
              one.name() + "," + two.name(),
              identity,
              Watching.chart("Widget", CHART),
              "--health-probe-bind-address=127.0.0.1:" + probes);

      one.deploy("Widget", "later", "{}");
      one.delete(ConfigMap.class, "cache-made");
      one.widget("cache").awaitData("made", "by", "it");
      operator.awaitLog(two.name() + "/secrets cannot be watched");
      assertEquals(200, ready.get().statusCode());
      bind(two, identity);
      two.apply("Widget", "later", "{}");

      two.awaitReady("Widget", "later");
      two.awaitReady("Widget", "cache");
      assertEquals(List.of("1 deployed"), two.revisions("cache"), "it is not made again");
    }
  }

  private static void bind(TestNamespace namespace, OperatorIdentity identity) {
    var account = identity.user().split(":", -1);
    Yaml.create(
        namespace,
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: operator}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
        subjects: [{kind: ServiceAccount, name: %s, namespace: %s}]
        """,
        account[3],
        account[2]);
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

  @Test
  void reportsAnUnselectedPrimaryAndCleansUpAfterReselection(TestNamespace namespace) {
    namespace.apply("Widget", "one", "{}");
    label(namespace, "one", "ours");
    namespace.operate(Watching.chart("Widget", CHART, "selector: {matchLabels: {tier: ours}}"));
    namespace.awaitReady("Widget", "one");

    label(namespace, "one", "theirs");
    eventually(() -> assertEquals(1, namespace.widget("one").events("NotSelected").size()));
    namespace.delete("Widget", "one");
    namespace.apply("Widget", "later", "{}");
    label(namespace, "later", "ours");
    namespace.awaitReady("Widget", "later");
    // By now the operator would have noticed the deletion.
    assertNotNull(namespace.primary("Widget", "one"));
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
    assertEquals(Map.of("by", "it"), namespace.data("one-made"));

    label(namespace, "one", "ours");
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(Map.of(), namespace.data("one-made"));
    assertEquals(1, namespace.widget("one").events("NotSelected").size());
  }
}
