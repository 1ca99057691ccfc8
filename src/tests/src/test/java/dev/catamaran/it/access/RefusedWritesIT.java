package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.it.Rules.rule;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.MetricsClient;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The operator may read its primaries, and may not write them: no condition can say so. */
class RefusedWritesIT {

  @Test
  void areToldByAnEventTheLogAndAMetricUntilTheyEnd(TestNamespace namespace) throws Exception {
    var identity = namespace.identity("refused", rules("get", "list", "watch"));
    int port = FreePort.find();
    var operator =
        namespace.launch(
            identity,
            Watching.chart("Widget", TestChart.named("told").configMap("made", "by", "it").path()),
            "--metrics-bind-address=127.0.0.1:" + port);
    namespace.apply("Widget", "one", "{}");
    namespace.apply("Widget", "two", "{}");

    eventually(
        () ->
            assertTrue(
                namespace.list(Event.class).stream()
                    .filter(event -> "Forbidden".equals(event.getReason()))
                    .anyMatch(
                        event -> event.getMessage().contains("cannot patch resource \"widgets\"")),
                () -> namespace.list(Event.class).toString()));
    eventually(() -> assertEquals("2.0", refused(port)));
    assertEquals(
        1,
        operator.log().lines().filter(line -> line.contains("cannot be written")).count(),
        operator::log);

    namespace
        .client()
        .resources(ClusterRole.class)
        .withName(namespace.name() + "-refused")
        .edit(
            role -> {
              role.setRules(rules("get", "list", "watch", "patch"));
              return role;
            });

    namespace.awaitReady("Widget", "one");
    namespace.awaitReady("Widget", "two");
    eventually(() -> assertEquals("0.0", refused(port)));
    operator.awaitLog("can be written again");
  }

  private static String refused(int port) throws Exception {
    return new MetricsClient("http://127.0.0.1:%d/metrics".formatted(port))
        .get()
        .body()
        .lines()
        .filter(line -> line.startsWith("catamaran_primaries_refused{"))
        .map(line -> line.substring(line.indexOf("} ") + 2))
        .findFirst()
        .orElse("none");
  }

  private static List<PolicyRule> rules(String... verbs) {
    return List.of(
        rule("test.catamaran.dev", "widgets,widgets/status", verbs),
        rule("", "secrets,configmaps", "*"),
        rule("events.k8s.io", "events", "*"),
        rule("apiextensions.k8s.io", "customresourcedefinitions", "get", "list", "watch"));
  }
}
