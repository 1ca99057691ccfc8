package dev.catamaran.telemetry;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TracingTest {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

  /** No server listens here. */
  private static final String UNREACHABLE = "http://127.0.0.1:9";

  @Test
  void continuesWithoutTracesIfTheSettingsAreWrong() {
    assertFalse(of(Map.of(ENDPOINT, "collector without a scheme")).isOn());
    assertFalse(of(Map.of(ENDPOINT, UNREACHABLE, "OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")).isOn());
    assertFalse(of(Map.of(ENDPOINT, UNREACHABLE, "OTEL_TRACES_SAMPLER", "by_mood")).isOn());
    assertFalse(of(Map.of("OTEL_TRACES_EXPORTER", "console")).isOn());
  }

  private static Tracing of(Map<String, String> environment) {
    return Tracing.of(environment, "shop-operator", Optional.of("1.2.3"));
  }
}
