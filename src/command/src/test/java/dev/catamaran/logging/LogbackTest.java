package dev.catamaran.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.util.Map;
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

  private static String line() {
    return line("done");
  }

  /** The line from the name of the logger on. */
  private static String line(String message) {
    var layout = new PatternLayout();
    layout.setContext(LOGGER.getLoggerContext());
    layout.setPattern(Logback.PATTERN);
    layout.start();
    var event = new LoggingEvent("", LOGGER, Level.INFO, message, null, new Object[0]);
    return layout.doLayout(event).strip().replaceFirst("^.*?] ", "");
  }
}
