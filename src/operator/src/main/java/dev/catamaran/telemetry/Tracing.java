package dev.catamaran.telemetry;

import io.javaoperatorsdk.operator.api.monitoring.AggregatedMetrics;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Traces, configured by OpenTelemetry's standard environment variables; off unless they request
 * traces. A wrong setting is logged and turns traces off; the operator continues.
 */
public final class Tracing {
  private static final Logger log = LoggerFactory.getLogger(Tracing.class);
  private static final Duration AT_LEAST = Duration.ofSeconds(1);
  private static final String SCOPE = "dev.catamaran";
  private static final AttributeKey<String> VERSION = AttributeKey.stringKey("service.version");

  /** Would print the stack trace of each failure; {@link LoggedExporter} logs them instead. */
  private static final java.util.logging.Logger SDK_LOG =
      java.util.logging.Logger.getLogger("io.opentelemetry");

  private final TracerProvider tracers;
  private final Optional<OpenTelemetrySdk> sdk;

  private Tracing(TracerProvider tracers, Optional<OpenTelemetrySdk> sdk) {
    this.tracers = tracers;
    this.sdk = sdk;
  }

  public static Tracing off() {
    return new Tracing(TracerProvider.noop(), Optional.empty());
  }

  /**
   * Configures tracing by {@code environment}.
   *
   * @param service the service's name, if the environment does not contain one
   * @param version of the service; empty if it is not known
   */
  public static Tracing of(
      Map<String, String> environment, String service, Optional<String> version) {
    var settings = new TracingSettings(environment);
    if (!settings.askForTraces()) {
      return off();
    }
    try {
      SDK_LOG.setLevel(Level.OFF);
      settings.check();
      var sdk = sdk(settings, service, resource(environment, version));
      log.info("Traces are sent as OTEL_* variables say");
      return new Tracing(sdk.getTracerProvider(), Optional.of(sdk));
    } catch (ConfigurationException | IllegalArgumentException e) {
      log.warn("No traces: {}", settings.withoutSecrets(String.valueOf(e.getMessage())));
      return off();
    }
  }

  boolean isOn() {
    return sdk.isPresent();
  }

  /** Returns the tracer; it creates no spans while tracing is off. */
  public Tracer tracer() {
    return tracers.get(SCOPE);
  }

  /** Returns {@code meters} for the SDK, together with the traces of passes if tracing is on. */
  public Metrics beside(Metrics meters) {
    return isOn() ? new AggregatedMetrics(List.of(meters, new PassSpans(tracer()))) : meters;
  }

  /**
   * Sends the remaining spans; later spans are dropped.
   *
   * @param within time limit; at least one second is used
   */
  public void close(Duration within) {
    long time = Math.max(within.toMillis(), AT_LEAST.toMillis());
    sdk.ifPresent(
        on -> {
          if (!on.getSdkTracerProvider().shutdown().join(time, TimeUnit.MILLISECONDS).isSuccess()) {
            log.warn("The last traces could not be sent");
          }
        });
  }

  private static OpenTelemetrySdk sdk(TracingSettings settings, String service, Resource resource) {
    return AutoConfiguredOpenTelemetrySdk.builder()
        .addPropertiesSupplier(settings::properties)
        .addPropertiesCustomizer(ignored -> settings.overrides(service))
        .addResourceCustomizer((given, ignored) -> resource.merge(given))
        .addSpanExporterCustomizer((exporter, ignored) -> new LoggedExporter(exporter))
        .disableShutdownHook()
        .build()
        .getOpenTelemetrySdk();
  }

  private static Resource resource(Map<String, String> environment, Optional<String> version) {
    var resource = new OwnPod(environment, OwnPod.ACCOUNT).describe().toBuilder();
    version.ifPresent(found -> resource.put(VERSION, found));
    return resource.build();
  }

  /** Logs once when traces begin to get lost, and once when they arrive again. */
  private static final class LoggedExporter implements SpanExporter {
    private static final Logger log = LoggerFactory.getLogger(LoggedExporter.class);

    private final SpanExporter exporter;
    private final AtomicBoolean losing = new AtomicBoolean();

    LoggedExporter(SpanExporter exporter) {
      this.exporter = exporter;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      var result = exporter.export(spans);
      return result.whenComplete(() -> tell(result));
    }

    private void tell(CompletableResultCode result) {
      if (result.isSuccess() && losing.compareAndSet(true, false)) {
        log.info("Traces arrive again");
      } else if (!result.isSuccess() && losing.compareAndSet(false, true)) {
        log.warn("Traces get lost: their receiver {}", why(result));
      }
    }

    /** Describes the failure. Without a response, the SDK wraps the cause in its own exceptions. */
    private static String why(CompletableResultCode result) {
      return Stream.iterate(
              result.getFailureThrowable(), Objects::nonNull, failure -> failure.getCause())
          .filter(IOException.class::isInstance)
          .findFirst()
          .map(failure -> "cannot be reached (%s)".formatted(failure.getClass().getSimpleName()))
          .orElse("does not take them; its own log should say why");
    }

    @Override
    public CompletableResultCode flush() {
      return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
      return exporter.shutdown();
    }
  }
}
