package dev.catamaran.telemetry;

import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The settings in OTEL_* variables, with this operator's defaults.
 *
 * @param environment of the process
 */
record TracingSettings(Map<String, String> environment) {
  private static final String PREFIX = "OTEL_";
  private static final String EXPORTER = "OTEL_TRACES_EXPORTER";
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String TRACES_ENDPOINT = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
  private static final String PROTOCOL = "OTEL_EXPORTER_OTLP_PROTOCOL";
  private static final String TRACES_PROTOCOL = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL";
  private static final String DEFAULT_PROTOCOL = "http/protobuf";
  private static final String SERVICE_NAME = "otel.service.name";

  /**
   * Whether traces are requested: a receiver or an exporter is set, and no variable disables them.
   */
  boolean askForTraces() {
    if (given("OTEL_SDK_DISABLED").filter("true"::equalsIgnoreCase).isPresent()) {
      return false;
    }
    return given(EXPORTER)
        .map(exporter -> !exporter.equals("none"))
        .orElseGet(() -> given(ENDPOINT).or(() -> given(TRACES_ENDPOINT)).isPresent());
  }

  /**
   * Checks a setting that the SDK would explain only in terms for programmers.
   *
   * @throws ConfigurationException with the necessary change
   */
  void check() {
    var variable = given(TRACES_PROTOCOL).isPresent() ? TRACES_PROTOCOL : PROTOCOL;
    if (given(variable).filter("grpc"::equals).isPresent()) {
      throw new ConfigurationException(
          "%s is grpc, which Catamaran does not speak; set it to %s, and the endpoint to the port that the receiver has for that (4318 by convention)"
              .formatted(variable, DEFAULT_PROTOCOL));
    }
  }

  /** Returns the variables as the SDK's properties; they override the defaults. */
  Map<String, String> properties() {
    var properties = new HashMap<String, String>();
    properties.put(property(PROTOCOL), DEFAULT_PROTOCOL);
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX) && !value.isBlank()) {
            properties.put(property(name), value);
          }
        });
    return properties;
  }

  /** Returns fixed settings: metrics are Prometheus', and the log goes to standard output. */
  Map<String, String> overrides(String service) {
    var overrides = new HashMap<String, String>();
    overrides.put("otel.metrics.exporter", "none");
    overrides.put("otel.logs.exporter", "none");
    if (!namesTheService()) {
      overrides.put(SERVICE_NAME, service);
    }
    return overrides;
  }

  /** Removes the values of headers from a message; they often contain a password. */
  String withoutSecrets(String message) {
    var safe = message;
    for (var variable : environment.entrySet()) {
      if (variable.getKey().contains("HEADERS") && !variable.getValue().isBlank()) {
        safe = safe.replace(variable.getValue(), "(not shown)");
      }
    }
    return safe;
  }

  private boolean namesTheService() {
    return given("OTEL_SERVICE_NAME").isPresent()
        || given("OTEL_RESOURCE_ATTRIBUTES").filter(a -> a.contains("service.name=")).isPresent();
  }

  private Optional<String> given(String variable) {
    return Optional.ofNullable(environment.get(variable))
        .map(String::strip)
        .filter(v -> !v.isEmpty());
  }

  private static String property(String variable) {
    return variable.toLowerCase(Locale.ROOT).replace('_', '.');
  }
}
