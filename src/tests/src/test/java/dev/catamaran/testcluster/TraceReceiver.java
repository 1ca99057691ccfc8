package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.fixture.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A real OpenTelemetry Collector on this machine. */
public final class TraceReceiver implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final Process process;
  private final int port;
  private final Path received;
  private final Path log;

  private TraceReceiver(Process process, int port, Path received, Path log) {
    this.process = process;
    this.port = port;
    this.received = received;
    this.log = log;
  }

  /** Starts a collector; returns when it accepts traces. */
  public static TraceReceiver start() {
    var binary = FromSource.binary("otel-collector");
    try {
      int port = FreePort.find();
      var folder = Files.createTempDirectory("traces-");
      var received = Canary.file("traces-", ".json");
      var config = Files.writeString(folder.resolve("config.yaml"), config(port, received));
      var log = folder.resolve("log");
      var process =
          new ProcessBuilder(binary, "--config=file:" + config)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      var receiver = new TraceReceiver(process, port, received, log);
      receiver.awaitReady();
      return receiver;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String config(int port, Path received) {
    return """
    receivers: {otlp: {protocols: {http: {endpoint: "127.0.0.1:%d"}}}}
    exporters: {file: {path: %s, flush_interval: 100ms}}
    service:
      telemetry: {metrics: {level: none}}
      pipelines: {traces: {receivers: [otlp], exporters: [file]}}
    """
        .formatted(port, received);
  }

  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  public String endpoint() {
    return "http://127.0.0.1:" + port;
  }

  /** The attributes of the services that sent traces. */
  public List<Map<String, String>> services() {
    return parts("resourceSpans").stream()
        .map(part -> ReceivedSpan.attributes(part.get("resource")))
        .distinct()
        .toList();
  }

  /** All traces received so far, in the order of their root spans. */
  public List<ReceivedTrace> traces() {
    var spans = new ArrayList<ReceivedSpan>();
    for (var part : parts("resourceSpans")) {
      for (var scope : part.get("scopeSpans")) {
        scope.get("spans").forEach(span -> spans.add(ReceivedSpan.of(span)));
      }
    }
    return ReceivedTrace.of(spans);
  }

  private List<JsonNode> parts(String name) {
    var parts = new ArrayList<JsonNode>();
    // The last line may be incomplete.
    var text = read(received);
    var complete = text.substring(0, text.lastIndexOf('\n') + 1);
    try {
      for (var line : complete.lines().toList()) {
        JSON.readTree(line).get(name).forEach(parts::add);
      }
      return parts;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitReady() {
    eventually(() -> assertTrue(read(log).contains("Everything is ready"), () -> read(log)));
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
