package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.fixture.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real Prometheus of the Debian package that scrapes one operator every second. */
public final class PrometheusServer implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final Process process;
  private final int port;

  private PrometheusServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Skips the test if Prometheus is not installed. */
  public static void assumeInstalled() {
    Installed.assume("prometheus", "prometheus");
  }

  /**
   * Starts a Prometheus that scrapes {@code 127.0.0.1:<target>/metrics} as job {@code operator}.
   *
   * @param rules the file of its alert rules
   */
  public static PrometheusServer scraping(int target, Path rules) {
    try {
      var folder = Files.createTempDirectory("prometheus-");
      var config = folder.resolve("prometheus.yml");
      Files.writeString(
          config,
          """
          global: {scrape_interval: 1s, evaluation_interval: 1s}
          rule_files: [%s]
          scrape_configs:
          - job_name: operator
            static_configs: [{targets: ["127.0.0.1:%d"]}]
          """
              .formatted(rules, target));
      int port = FreePort.find();
      var process =
          new ProcessBuilder(
                  "prometheus",
                  "--config.file=" + config,
                  "--storage.tsdb.path=" + folder.resolve("data"),
                  "--web.listen-address=127.0.0.1:" + port)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile())
              .start();
      var server = new PrometheusServer(process, port);
      eventually(() -> assertEquals(true, server.isUp(), () -> log(folder)));
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until a query has a result. */
  public PrometheusServer awaitData(String query) {
    eventually(() -> assertEquals(false, values(query).isEmpty(), query));
    return this;
  }

  /** The present result of a query: the value of each series. */
  public List<Double> values(String query) throws IOException, InterruptedException {
    var answer = get("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
    return answer.at("/data/result").valueStream().map(PrometheusServer::value).toList();
  }

  /** The values of a label among the series of a metric. */
  public List<String> labelValues(String label, String selector)
      throws IOException, InterruptedException {
    var match = URLEncoder.encode(selector, StandardCharsets.UTF_8);
    return get("/api/v1/label/" + label + "/values?match[]=" + match)
        .at("/data")
        .valueStream()
        .map(JsonNode::asText)
        .toList();
  }

  /**
   * The output of promtool; the exit code is the last line.
   *
   * @param action such as {@code check}
   * @param file of rules, or of tests for them
   */
  public static String promtool(String action, Path file) throws IOException, InterruptedException {
    var promtool =
        new ProcessBuilder("promtool", action, "rules", file.toString())
            .redirectErrorStream(true)
            .start();
    var output = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return output + promtool.waitFor();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isUp() throws IOException, InterruptedException {
    try {
      get("/api/v1/query?query=1");
      return true;
    } catch (ConnectException e) {
      return false;
    }
  }

  private static String log(Path folder) {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    var uri = URI.create("http://127.0.0.1:" + port + path.replace("[]", "%5B%5D"));
    var answer = http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    var json = JSON.readTree(answer.body());
    assertEquals("success", json.path("status").asText(), () -> path + ": " + answer.body());
    return json;
  }

  private static double value(JsonNode series) {
    return Double.parseDouble(series.at("/value/1").asText().replace("Inf", "Infinity"));
  }
}
