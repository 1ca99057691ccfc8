package dev.catamaran.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TracingTest {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

  /** No server listens here. */
  private static final String UNREACHABLE = "http://127.0.0.1:9";

  @Test
  void startsNothingByDefault() {
    var before = threads();
    var tracing = of(Map.of());

    assertFalse(tracing.isOn());
    assertSame(Metrics.NOOP, tracing.beside(Metrics.NOOP));
    var span = tracing.tracer().spanBuilder("one").startSpan();
    assertFalse(span.isRecording());
    span.end();
    var begun = threads();
    begun.removeAll(before);
    assertEquals(Set.of(), begun);
  }

  @Test
  void startsWhenAReceiverIsNamed() {
    var tracing = of(Map.of(ENDPOINT, UNREACHABLE));

    assertTrue(tracing.isOn());
    assertTrue(threads().stream().anyMatch(name -> name.startsWith("BatchSpanProcessor")));
    tracing.close(Duration.ofSeconds(1));
  }

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

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("BatchSpanProcessor") || name.startsWith("jdkhttp"))
        .collect(Collectors.toSet());
  }
}
