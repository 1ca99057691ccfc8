package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.util.Collections.nCopies;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.MetricsClient;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SecuredMetricsIT {
  private static final String GAUGE = "resource_created_at_seconds";

  @Test
  void showsMetricsToAuthorizedReadersOnly(TestNamespace namespace) throws Exception {
    int port = FreePort.find();
    namespace
        .launch(
            Watching.chart(
                "Widget", TestChart.named("metered").configMap("made", "by", "it").path()),
            "--metrics-bind-address=127.0.0.1:" + port,
            "--metrics-secure",
            "--metrics-require-rbac",
            "--enable-http2=false",
            "--suppress-override-values")
        .awaitLog("Reconciling");
    namespace.deploy("Widget", "metered", "{}");
    var metrics = new MetricsClient("https://127.0.0.1:%d/metrics".formatted(port));

    assertEquals(401, metrics.get().statusCode());
    assertEquals(401, metrics.get("no-token-of-this-cluster").statusCode());
    assertEquals(403, metrics.get(TestAccount.in(namespace, "nobody").token()).statusCode());
    var reader = TestAccount.in(namespace, "reader").mayGet("/metrics").token();
    // The API server applies new rights only after a moment.
    eventually(() -> assertEquals(200, metrics.get(reader).statusCode()));
    var answer = metrics.get(reader);
    assertEquals(200, answer.statusCode(), answer::body);
    assertTrue(answer.body().contains("catamaran_build_info{version=\""), answer::body);
    assertEquals(
        List.of(createdAt(namespace, "metered")), ages(answer.body(), namespace, "metered"));
    assertAnswersEightAtOnce(metrics, reader);

    namespace.delete("Widget", "metered");
    eventually(
        () -> {
          var body = metrics.get(reader).body();
          assertEquals(List.of(), ages(body, namespace, "metered"), body);
        });
  }

  /** Each of them gets all metrics. */
  private static void assertAnswersEightAtOnce(MetricsClient metrics, String token)
      throws Exception {
    var all = names(metrics.get(token));
    for (int round = 0; round < 5; round++) {
      var scrapes =
          Stream.generate(
                  () ->
                      CompletableFuture.supplyAsync(
                          () -> assertDoesNotThrow(() -> metrics.get(token)),
                          task -> Thread.ofVirtual().start(task)))
              .limit(8)
              .toList();
      assertEquals(
          nCopies(8, all),
          scrapes.stream().map(CompletableFuture::join).map(SecuredMetricsIT::names).toList());
    }
  }

  private static Set<String> names(HttpResponse<String> answer) {
    assertEquals(200, answer.statusCode(), answer::body);
    return answer
        .body()
        .lines()
        .filter(line -> line.startsWith("# TYPE "))
        .collect(Collectors.toSet());
  }

  /** The values of the gauge for a primary; at most one. */
  private static List<Double> ages(String metrics, TestNamespace namespace, String primary) {
    var labels =
        Set.of(
            "group=\"test.catamaran.dev\"",
            "kind=\"Widget\"",
            "name=\"" + primary + "\"",
            "namespace=\"" + namespace.name() + "\"",
            "version=\"v1\"");
    return metrics
        .lines()
        .filter(line -> line.startsWith(GAUGE + "{"))
        .filter(line -> Set.of(line.replaceAll(".*\\{|}.*", "").split(",")).equals(labels))
        .map(line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
        .toList();
  }

  private static double createdAt(TestNamespace namespace, String primary) {
    var made = namespace.resource("Widget", primary).require().getMetadata().getCreationTimestamp();
    return Instant.parse(made).getEpochSecond();
  }
}
