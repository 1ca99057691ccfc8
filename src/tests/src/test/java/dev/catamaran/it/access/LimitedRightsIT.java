package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.it.Rules.rule;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.MetricsClient;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.PodTemplate;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The operator may do less than it needs. */
class LimitedRightsIT {
  private static final Duration PERIOD = Duration.ofMinutes(5);

  /** ConfigMaps it may not list, PodTemplates it may list but not watch. */
  @Test
  void aKindThatMayNotBeWatchedIsReadInEachPass(TestNamespace namespace) throws Exception {
    int port = FreePort.find();
    var operator =
        namespace.launch(
            namespace.identity(
                "limited",
                List.of(
                    rule("", "configmaps", "get", "create", "update", "patch", "delete"),
                    rule("", "podtemplates", "get", "create", "update", "patch", "delete", "list"),
                    rule("", "serviceaccounts,secrets", "*"),
                    rule("events.k8s.io", "events", "*"),
                    rule("test.catamaran.dev", "*", "*"),
                    rule(
                        "apiextensions.k8s.io",
                        "customresourcedefinitions",
                        "get",
                        "list",
                        "watch"))),
            watching(),
            "--metrics-bind-address=127.0.0.1:" + port);
    var unwatched = namespace.widget("unwatched").apply("{size: 1}");
    var watched = namespace.one("Gadget", "watched").deploy("{}");
    unwatched.awaitReady();
    for (var kind : List.of("ConfigMap", "PodTemplate")) {
      operator.awaitLog(
          "v1 %s cannot be watched, its objects are read at each reconcile period instead"
              .formatted(kind));
    }
    assertTellsMetrics(port);

    unwatched.delete(ConfigMap.class, "size");
    unwatched.delete(PodTemplate.class, "pod");
    // The period of this kind is longer than the test: only a watch can tell.
    var before = watched.value(ServiceAccount.class, "", "metadata.uid");
    watched.delete(ServiceAccount.class, "");
    eventually(
        () -> assertNotEquals(before, watched.value(ServiceAccount.class, "", "metadata.uid")));

    unwatched.awaitData("size", "size", "1");
    eventually(() -> assertNotNull(unwatched.get(PodTemplate.class, "pod")));
    unwatched.apply("{size: 2}");
    unwatched.awaitData("size", "size", "2");
    unwatched.awaitRevisions("1 superseded", "2 deployed");
    assertEquals(List.of("1 deployed"), watched.revisions());
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

  private static Watching watching() {
    var object = "apiVersion: v1\nkind: %s\nmetadata: {name: \"{{ .Release.Name }}%s\"}\n";
    return Watching.chart(
            "Widget",
            TestChart.named("unwatched")
                .configMap("size", "size", "\"{{ .Values.size }}\"")
                .template(
                    "pod.yaml",
                    object.formatted("PodTemplate", "-pod")
                        + "template: {spec: {containers: [{name: main, image: \"x:1\"}]}}")
                .path(),
            "reconcilePeriod: 2s")
        .and(
            "Gadget",
            TestChart.named("watched")
                .template("account.yaml", object.formatted("ServiceAccount", ""))
                .path(),
            "reconcilePeriod: " + PERIOD.toMinutes() + "m");
  }

  /** The account that makes a release may have more rights than the operator. */
  @Test
  void tellsThatTheReadinessOfWhatItMayNotReadIsUnknown(TestNamespace namespace) {
    TestAccount.in(namespace, "deployer").may("secrets", "*").may("persistentvolumeclaims", "*");
    var rules = new ArrayList<>(rules("*"));
    rules.add(rule("", "serviceaccounts", "impersonate", "get"));
    namespace.launch(
        namespace.identity("blind", rules),
        Watching.chart(
            "Widget",
            TestChart.named("claims")
                .template(
                    "claim.yaml",
                    """
                    apiVersion: v1
                    kind: PersistentVolumeClaim
                    metadata: {name: "{{ .Release.Name }}"}
                    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Mi}}}
                    """)
                .path(),
            "serviceAccountName: deployer"));
    var one = namespace.widget("one").apply("{}");

    one.awaitMessage("Ready", "its readiness is unknown");
    one.awaitRevisions("1 deployed");
  }

  /** No condition can say that primaries may be read and not written. */
  @Test
  void refusedWritesAreToldByAnEventTheLogAndAMetric(TestNamespace namespace) throws Exception {
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
