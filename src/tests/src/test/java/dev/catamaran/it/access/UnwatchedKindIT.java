package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.MetricsClient;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The operator may write the objects of a kind, and may not watch them. */
class UnwatchedKindIT {
  private static final List<String> UNLISTED =
      List.of("get", "create", "update", "patch", "delete");

  /** Five times what a repair may take of a kind that is watched. */
  private static final Duration AT_ONCE = Duration.ofSeconds(5);

  @Test
  void isReadInEachPassWithoutTheRightToList(TestNamespace namespace) throws Exception {
    assertReadsConfigMaps(namespace, UNLISTED);
  }

  @Test
  void isReadInEachPassWithoutTheRightToWatch(TestNamespace namespace) throws Exception {
    var verbs = new ArrayList<>(UNLISTED);
    verbs.add("list");
    assertReadsConfigMaps(namespace, verbs);
  }

  private static void assertReadsConfigMaps(TestNamespace namespace, List<String> verbs)
      throws Exception {
    int port = FreePort.find();
    var operator = launch(namespace, verbs, port);
    namespace.apply("Widget", "unwatched", "{size: 1}");
    namespace.apply("Gadget", "watched", "{}");
    namespace.awaitReady("Gadget", "watched");
    namespace.awaitReady("Widget", "unwatched");
    operator.awaitLog(
        "v1 ConfigMap cannot be watched, its objects are read at each reconcile period instead");
    assertTellsMetrics(port);
    operator.awaitLog("APIServices cannot be watched");
    assertTrue(
        operator
            .log()
            .lines()
            .noneMatch(line -> line.contains("ERROR") && line.contains("apiservices")),
        operator::log);

    namespace
        .client()
        .configMaps()
        .inNamespace(namespace.name())
        .withName("unwatched-size")
        .delete();
    assertRepairsAServiceAccountAtOnce(namespace);
    eventually(() -> assertEquals("1", namespace.data("unwatched-size").get("size")));

    namespace.apply("Widget", "unwatched", "{size: 2}");
    eventually(() -> assertEquals("2", namespace.data("unwatched-size").get("size")));
    namespace.awaitRevisions("unwatched", "1 superseded", "2 deployed");
    assertEquals(
        List.of("1 deployed"), namespace.revisions("watched"), "of the kind that is watched");
  }

  /** The alert CatamaranWatchErrors reads this metric. */
  private static void assertTellsMetrics(int port) throws Exception {
    var metrics = new MetricsClient("http://127.0.0.1:%d/metrics".formatted(port)).get().body();
    assertTrue(
        metrics
            .lines()
            .filter(line -> line.startsWith("catamaran_kubernetes_client_watch_errors_total{"))
            .filter(line -> line.contains("\"configmaps\""))
            .anyMatch(line -> !line.endsWith(" 0.0")),
        metrics);
  }

  private static void assertRepairsAServiceAccountAtOnce(TestNamespace namespace) {
    var before = namespace.existing(ServiceAccount.class, "watched").getMetadata().getUid();
    var deleted = Instant.now();
    namespace.client().serviceAccounts().inNamespace(namespace.name()).withName("watched").delete();
    eventually(
        () ->
            assertTrue(
                !namespace
                    .existing(ServiceAccount.class, "watched")
                    .getMetadata()
                    .getUid()
                    .equals(before)));
    var took = Duration.between(deleted, Instant.now());
    assertTrue(took.compareTo(AT_ONCE) < 0, took::toString);
  }

  private static OperatorProcess launch(TestNamespace namespace, List<String> verbs, int port) {
    var watching =
        Watching.chart(
                "Widget",
                TestChart.named("unwatched")
                    .configMap("size", "size", "\"{{ .Values.size }}\"")
                    .path(),
                "reconcilePeriod: 2s")
            .and(
                "Gadget",
                TestChart.named("watched")
                    .template(
                        "account.yaml",
                        """
                        apiVersion: v1
                        kind: ServiceAccount
                        metadata: {name: "{{ .Release.Name }}"}
                        """)
                    .path());
    return namespace.launch(
        namespace.identity(
            "limited",
            List.of(
                rule("", "configmaps", verbs.toArray(String[]::new)),
                rule("", "serviceaccounts", "*"),
                rule("", "secrets", "*"),
                rule("events.k8s.io", "events", "*"),
                rule("test.catamaran.dev", "*", "*"),
                rule("apiextensions.k8s.io", "customresourcedefinitions", "get", "list", "watch"))),
        watching,
        "--metrics-bind-address=127.0.0.1:" + port);
  }

  private static PolicyRule rule(String group, String resource, String... verbs) {
    return new PolicyRuleBuilder()
        .withApiGroups(group)
        .withResources(resource)
        .withVerbs(Arrays.asList(verbs))
        .build();
  }
}
