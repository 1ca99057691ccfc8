package dev.catamaran.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TracingSettingsTest {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String RECEIVER = "http://collector:4318";

  @Test
  void makesNoTracesByDefault() {
    assertFalse(of().askForTraces());
    assertFalse(of(ENDPOINT, " ").askForTraces());
    assertFalse(of("OTEL_SERVICE_NAME", "shop").askForTraces());
    assertFalse(of("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", RECEIVER).askForTraces());
  }

  @Test
  void makesTracesWhereAReceiverOrAnExporterIsNamed() {
    assertTrue(of(ENDPOINT, RECEIVER).askForTraces());
    assertTrue(of("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", RECEIVER).askForTraces());
    assertTrue(of("OTEL_TRACES_EXPORTER", "otlp").askForTraces());
  }

  @Test
  void makesNoTracesIfTracingIsDisabled() {
    assertFalse(of(ENDPOINT, RECEIVER, "OTEL_SDK_DISABLED", "True").askForTraces());
    assertFalse(of(ENDPOINT, RECEIVER, "OTEL_TRACES_EXPORTER", "none").askForTraces());
    assertTrue(of(ENDPOINT, RECEIVER, "OTEL_SDK_DISABLED", "false").askForTraces());
  }

  @Test
  void speaksHttpByDefault() {
    var protocol = "otel.exporter.otlp.protocol";
    assertEquals("http/protobuf", of(ENDPOINT, RECEIVER).properties().get(protocol));
    assertEquals(RECEIVER, of(ENDPOINT, RECEIVER).properties().get("otel.exporter.otlp.endpoint"));
  }

  @Test
  void namesTheAlternativeToGrpc() {
    var settings = of(ENDPOINT, RECEIVER, "OTEL_EXPORTER_OTLP_PROTOCOL", "grpc");
    var problem = assertThrows(ConfigurationException.class, settings::check);
    assertEquals(
        "OTEL_EXPORTER_OTLP_PROTOCOL is grpc, which Catamaran does not speak; set it to"
            + " http/protobuf, and the endpoint to the port that the receiver has for that (4318 by"
            + " convention)",
        problem.getMessage());
    of("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/protobuf")
        .check();
  }

  @Test
  void exportsNoMetricsAndNoLogs() {
    var overrides = of("OTEL_METRICS_EXPORTER", "otlp").overrides("shop-operator");
    assertEquals("none", overrides.get("otel.metrics.exporter"));
    assertEquals("none", overrides.get("otel.logs.exporter"));
  }

  @Test
  void namesTheServiceAfterTheOperatorByDefault() {
    var name = "otel.service.name";
    assertEquals("shop-operator", of().overrides("shop-operator").get(name));
    assertFalse(of("OTEL_SERVICE_NAME", "mine").overrides("shop-operator").containsKey(name));
    assertFalse(
        of("OTEL_RESOURCE_ATTRIBUTES", "a=b,service.name=mine")
            .overrides("shop-operator")
            .containsKey(name));
  }

  @Test
  void showsNoHeaderInAProblem() {
    var settings = of("OTEL_EXPORTER_OTLP_HEADERS", "api-key");
    assertEquals(
        "Invalid map property: otel.exporter.otlp.headers=(not shown)",
        settings.withoutSecrets("Invalid map property: otel.exporter.otlp.headers=api-key"));
  }

  private static TracingSettings of(String... variables) {
    return new TracingSettings(
        switch (variables.length) {
          case 0 -> Map.of();
          case 2 -> Map.of(variables[0], variables[1]);
          default -> Map.of(variables[0], variables[1], variables[2], variables[3]);
        });
  }
}
