package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.MetricsClient;
import dev.catamaran.testcluster.PrometheusServer;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Runs the queries of config/prometheus on a real Prometheus. It scrapes an operator during an
 * install, an upgrade, a repair, a failure and an uninstall.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MonitoringIT {
  private static final Path DASHBOARD = Path.of("config/prometheus/grafana/catamaran.json");
  private static final Path RULES = Path.of("config/prometheus/rules.yaml");
  private static final Path ALERTS = Path.of("src/tests/src/test/resources/alerts.yaml");
  private static final String TYPED =
      """
      - group: cache.my.domain
        version: v1
        kind: MemcachedBackup
        reconciler: dev.catamaran.samples.memcached.MemcachedBackupReconciler
      """;

  private static PrometheusServer prometheus;
  private static MetricsClient metrics;
  private static Path watches;

  @BeforeAll
  static void scrapeABusyOperator(TestNamespace namespace) throws Exception {
    PrometheusServer.assumeInstalled();
    int port = FreePort.find();
    watches =
        Watching.yaml(TYPED)
            .and("Widget", TestChart.breakable())
            .and("Gadget", TestChart.named("gadget").configMap("made", "by", "it").path())
            .write();
    namespace.launch(
        Watching.yaml(TYPED),
        "--watches-file=" + watches,
        "--metrics-bind-address=127.0.0.1:" + port);
    metrics = new MetricsClient("http://127.0.0.1:%d/metrics".formatted(port));
    prometheus = PrometheusServer.scraping(port, rulesFile(rule -> {}));
    for (var kind : List.of("MemcachedBackup", "Widget", "Gadget")) {
      prometheus.awaitData("catamaran_primaries{watch=~\"%s.*\"}".formatted(kind));
    }
    produceMetrics(namespace);
    prometheus.awaitData("catamaran_releases{watch=~\"Widget.*\", state=\"deployed\"} == 1");
    prometheus.awaitData("catamaran_engine_calls_total{operation=\"uninstall\"} == 1");
  }

  /** Produces data for each panel. */
  private static void produceMetrics(TestNamespace namespace) {
    namespace
        .scratch()
        .create(
            Serialization.unmarshal(
                """
                apiVersion: cache.my.domain/v1
                kind: MemcachedBackup
                metadata: {name: backup}
                spec: {size: 1}
                """,
                GenericKubernetesResource.class));
    namespace.apply("Gadget", "gone", "{}");
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");
    namespace.awaitReady("Gadget", "gone");
    namespace.apply("Widget", "one", "{color: red}");
    namespace.awaitReady("Widget", "one");
    namespace.put("one-colors", "color", "green");
    namespace.widget("one").awaitData("colors", "color", "red");
    namespace.apply("Widget", "one", "{color: red, broken: true}");
    prometheus.awaitData("catamaran_passes_total{outcome=\"failure\"} > 0");
    namespace.apply("Widget", "one", "{color: blue}");
    namespace.awaitReady("Widget", "one");
    namespace.delete("Gadget", "gone");
    eventually(() -> assertNull(namespace.primary("Gadget", "gone")));
    nest(namespace);
  }

  /** Creates an object with too many levels for the operator. */
  private static void nest(TestNamespace namespace) {
    var gadgets = "/apis/test.catamaran.dev/v1/namespaces/%s/gadgets".formatted(namespace.name());
    var spec = "{\"a\":".repeat(500) + "1" + "}".repeat(500);
    var object =
        "{\"apiVersion\":\"test.catamaran.dev/v1\",\"kind\":\"Gadget\",\"metadata\":{\"name\":\"deep\"},\"spec\":%s}"
            .formatted(spec);
    namespace.client().raw(gadgets, "POST", object);
    prometheus.awaitData("catamaran_unreadable_objects_total > 0");
    namespace.deleteAt(gadgets + "/deep");
    eventually(() -> assertNull(namespace.client().raw(gadgets + "/deep")));
  }

  @AfterAll
  static void stop() {
    if (prometheus != null) {
      prometheus.close();
    }
  }

  @Test
  @Order(1)
  void showsDataInEveryPanelOfTheDashboard() throws Exception {
    // A rate needs two scrapes.
    eventually(() -> assertEquals(new TreeSet<>(), emptyPanels()));
    assertTrue(json(DASHBOARD).findValues("expr").size() > 20);
  }

  private static Set<String> emptyPanels() throws Exception {
    var empty = new TreeSet<String>();
    for (var panel : json(DASHBOARD).at("/panels")) {
      for (var target : panel.path("targets")) {
        var query = filledIn(target.path("expr").asText());
        if (prometheus.values(query).stream().allMatch(value -> value.isNaN())) {
          empty.add(panel.path("title").asText() + ": " + query);
        }
      }
    }
    return empty;
  }

  /** The tests compare summaries, which have labels and values in them, but not descriptions. */
  @Test
  @Order(1)
  void firesEachAlertForItsFaultAndNoneWithoutAFault() throws Exception {
    var rules = rulesFile(rule -> rule.withObject("/annotations").remove("description"));
    var tests = rules.resolveSibling("alerts.yaml");
    Files.copy(ALERTS, tests);

    var verdict = PrometheusServer.promtool("test", tests);

    assertTrue(verdict.endsWith("\n0"), verdict);
    for (var rule : rules()) {
      assertTrue(rule.at("/annotations/description").asText().length() > 40, rule::toString);
      assertTrue(rule.at("/labels/severity").isTextual(), rule::toString);
    }
    assertEquals(
        rules().stream().map(rule -> rule.path("alert").asText()).collect(toSet()),
        yaml(ALERTS)
            .path("tests")
            .valueStream()
            .flatMap(test -> test.path("alert_rule_test").valueStream())
            .filter(expected -> expected.has("exp_alerts"))
            .map(expected -> expected.path("alertname").asText())
            .collect(toSet()));
  }

  @Test
  @Order(1)
  void testsAlertsWithSeriesOfTheOperator() {
    eventually(() -> assertEquals(new TreeSet<>(), inventedSeries()));
  }

  private static Set<String> inventedSeries() throws Exception {
    var invented = new TreeSet<String>();
    for (var series : yaml(ALERTS).findValuesAsText("series")) {
      // Prometheus adds the first two; the others are of this operator.
      var any =
          series.replaceAll("\\b(job|instance|watch|version|resource)=\"[^\"]*\"", "$1=~\".+\"");
      if (prometheus.values(any).isEmpty()) {
        invented.add(series);
      }
    }
    return invented;
  }

  /** Writes the rules for Prometheus, each after a change. */
  private static Path rulesFile(Consumer<ObjectNode> change) throws IOException {
    var spec = yaml(RULES).path("spec");
    spec.path("groups")
        .forEach(group -> group.path("rules").forEach(rule -> change.accept((ObjectNode) rule)));
    var file = Files.createTempDirectory("rules-").resolve("rules.yaml");
    new YAMLMapper().writeValue(file.toFile(), spec);
    return file;
  }

  @Test
  @Order(1)
  void documentsEveryMetric() throws Exception {
    var documented = documented();
    var shown =
        metrics
            .get()
            .body()
            .lines()
            .filter(line -> line.startsWith("# TYPE "))
            .map(line -> line.split(" ", -1)[2].replaceFirst("_max$", ""))
            .toList();

    BiPredicate<String, String> names = (d, name) -> name.matches(d.replace("*", ".*"));
    assertAll(
        shown.stream()
            .map(
                name ->
                    () ->
                        assertTrue(documented.stream().anyMatch(d -> names.test(d, name)), name)));
    assertAll(
        documented.stream()
            .map(d -> () -> assertTrue(shown.stream().anyMatch(name -> names.test(d, name)), d)));
  }

  @Test
  @Order(2)
  void removesTheMetricsOfARemovedWatch() throws Exception {
    assertTrue(metrics.get().body().contains("watch=\"Gadget.v1"));
    var others = Watching.yaml(TYPED).and("Widget", TestChart.breakable()).write();

    Files.move(others, watches, StandardCopyOption.ATOMIC_MOVE);

    eventually(
        () -> {
          var text = metrics.get().body();
          assertEquals(
              List.of(), text.lines().filter(l -> l.contains("watch=\"Gadget.v1")).toList());
        });
    assertTrue(metrics.get().body().contains("watch=\"Widget.v1"));
  }

  /** The metrics in the tables of docs/reference/metrics.md. */
  private static List<String> documented() throws IOException {
    return Files.readString(Path.of("docs/reference/metrics.md"))
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split("\\|", -1)[1])
        .flatMap(cell -> Pattern.compile("`([a-z_*]+)`").matcher(cell).results())
        .map(found -> found.group(1))
        .toList();
  }

  /** Replaces the variables as Grafana does for the selection of all values. */
  private static String filledIn(String query) {
    return query.replace("$__rate_interval", "5m").replace("$job", ".*").replace("$watch", ".*");
  }

  private static List<JsonNode> rules() throws IOException {
    return yaml(RULES).at("/spec/groups").valueStream().flatMap(MonitoringIT::rules).toList();
  }

  private static Stream<JsonNode> rules(JsonNode group) {
    return group.path("rules").valueStream();
  }

  private static JsonNode json(Path file) throws IOException {
    return new JsonMapper().readTree(Files.readString(file));
  }

  private static JsonNode yaml(Path file) throws IOException {
    return new YAMLMapper().readTree(Files.readString(file));
  }
}
