package dev.catamaran.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LoggedExporterTest {
  private static final Logger LOG = (Logger) LoggerFactory.getLogger(LoggedExporter.class);

  private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

  @BeforeEach
  void listen() {
    logged.start();
    LOG.addAppender(logged);
  }

  @AfterEach
  void leave() {
    LOG.detachAppender(logged);
  }

  @Test
  void logsTheLossOfTracesOnceAndTheirRecoveryOnce() {
    var unreachable =
        CompletableResultCode.ofExceptionalFailure(
            new RuntimeException(new UncheckedIOException(new ConnectException())));
    export(success(), unreachable, unreachable, unreachable, success(), success());

    assertEquals(
        List.of(
            "WARN Traces get lost: their receiver cannot be reached (ConnectException)",
            "INFO Traces arrive again"),
        lines());
  }

  @Test
  void logsTheRefusalOfTheReceiver() {
    export(CompletableResultCode.ofExceptionalFailure(new RuntimeException("401")));

    assertEquals(
        List.of(
            "WARN Traces get lost: their receiver does not take them; its own log should say why"),
        lines());
  }

  private static void export(CompletableResultCode... results) {
    var exporter = new LoggedExporter(new Scripted(new ArrayDeque<>(List.of(results))));
    for (int i = 0; i < results.length; i++) {
      exporter.export(List.of());
    }
  }

  private static CompletableResultCode success() {
    return CompletableResultCode.ofSuccess();
  }

  private List<String> lines() {
    return logged.list.stream()
        .map(line -> line.getLevel() + " " + line.getFormattedMessage())
        .toList();
  }

  /** Ends each export with the next result. */
  private record Scripted(Deque<CompletableResultCode> results) implements SpanExporter {
    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      return results.removeFirst();
    }

    @Override
    public CompletableResultCode flush() {
      return success();
    }

    @Override
    public CompletableResultCode shutdown() {
      return success();
    }
  }
}
