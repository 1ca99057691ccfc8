package dev.catamaran.telemetry;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells once when traces begin to get lost, and once when they arrive again. */
final class ToldExporter implements SpanExporter {
  private static final Logger log = LoggerFactory.getLogger(ToldExporter.class);

  private final SpanExporter exporter;
  private final AtomicBoolean losing = new AtomicBoolean();

  ToldExporter(SpanExporter exporter) {
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
      log.warn("Traces get lost until their receiver takes them: {}", why(result));
    }
  }

  private static String why(CompletableResultCode result) {
    var failure = result.getFailureThrowable();
    if (failure == null) {
      return "they could not be sent";
    }
    var root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root == failure
        ? "it refused them"
        : root.getClass().getSimpleName()
            + Optional.ofNullable(root.getMessage()).map(message -> ": " + message).orElse("");
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
