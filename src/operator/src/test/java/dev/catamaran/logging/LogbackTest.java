package dev.catamaran.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

class LogbackTest {
  private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(LogbackTest.class);

  @AfterEach
  void clear() {
    MDC.clear();
  }

  @Test
  void showsThePrimaryOfAPass() {
    var primary = Map.of("resource.kind", "Widget", "resource.name", "w");
    MDC.setContextMap(primary);
    assertEquals("LogbackTest Widget w done", line());
    MDC.put("resource.namespace", "team-a");
    assertEquals("LogbackTest Widget team-a/w done", line());
  }

  @Test
  void showsNoPrimaryOutsideOfAPass() {
    assertEquals("LogbackTest done", line());
  }

  @Test
  void makesNoLineOfATextInAMessage() {
    assertEquals(
        "LogbackTest no such value: a\n    2026-01-01T00:00:00.000Z ERROR [main] b\n    c?[31m\td",
        line("no such value: a\n2026-01-01T00:00:00.000Z ERROR [main] b\r\nc\u001b[31m\td"));
  }

  /** Libraries log it with their stack trace, each time that they repeat the request. */
  @Test
  void saysInOneLineWhyARequestFailed() {
    var refusal =
        new KubernetesClientException(
            "Failure executing: GET at: https://server/x. Message: x is forbidden. Received status: Status(code=403)");
    assertEquals(
        "LogbackTest will retry: Failure executing: GET at: https://server/x. Message: x is forbidden",
        line("will retry", new CompletionException(refusal), true));
    assertEquals(
        "LogbackTest will retry: no answer in time",
        line("will retry", new TimeoutException(), true));
    assertTrue(line("will retry", refusal, false).contains("\tat "), "with --log-level debug");
    assertTrue(line("done", new IllegalStateException(), true).contains("\tat "), "a defect");
  }

  private static String line() {
    return line("done");
  }

  /** The line from the name of the logger on. */
  private static String line(String message) {
    return line(message, null, true);
  }

  private static String line(String message, @Nullable Throwable thrown, boolean isBrief) {
    var layout = new PatternLayout();
    layout.setContext(LOGGER.getLoggerContext());
    layout.setPattern(Logback.PATTERN);
    layout.start();
    var event = new LoggingEvent("", LOGGER, Level.INFO, message, thrown, new Object[0]);
    return layout
        .doLayout(new HidingAppender(isBrief).hidden(event))
        .strip()
        .replaceFirst("^.*?] ", "");
  }
}
