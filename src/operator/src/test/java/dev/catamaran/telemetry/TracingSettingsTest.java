package dev.catamaran.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TracingSettingsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          OTEL_SERVICE_NAME=shop                                                       | false
          OTEL_EXPORTER_OTLP_ENDPOINT=                                                 | false
          OTEL_EXPORTER_OTLP_METRICS_ENDPOINT=http://c:4318                            | false
          OTEL_EXPORTER_OTLP_ENDPOINT=http://c:4318                                    | true
          OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=http://c:4318                             | true
          OTEL_TRACES_EXPORTER=otlp                                                    | true
          OTEL_EXPORTER_OTLP_ENDPOINT=http://c:4318 OTEL_SDK_DISABLED=True             | false
          OTEL_EXPORTER_OTLP_ENDPOINT=http://c:4318 OTEL_SDK_DISABLED=false            | true
          OTEL_EXPORTER_OTLP_ENDPOINT=http://c:4318 OTEL_TRACES_EXPORTER=none          | false
          """)
  void makeTracesWhereAReceiverOrAnExporterIsNamed(String variables, boolean areMade) {
    assertEquals(areMade, of(variables.split("[ =]", -1)).askForTraces());
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
