package dev.catamaran.telemetry;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs once when traces begin to get lost, and once when they arrive again. */
final class LoggedExporter implements SpanExporter {
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
