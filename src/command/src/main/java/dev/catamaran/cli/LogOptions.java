package dev.catamaran.cli;

import dev.catamaran.logging.Logback;
import dev.catamaran.logging.Logback.LogEncoder;
import dev.catamaran.logging.Logback.LogLevel;
import java.io.PrintWriter;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/**
 * Flags for the log, equal to zap's flags, so that a Deployment of the Go operators needs no
 * change.
 */
final class LogOptions {
  /** By name: without logback on the class path, its classes cannot be loaded. */
  private static final String CONTEXT_OF_LOGBACK = "ch.qos.logback.classic.LoggerContext";

  @Option(
      names = {"--zap-log-level", "--log-level"},
      defaultValue = "info",
      description = "debug, info, warn or error (default: ${DEFAULT-VALUE}).")
  private LogLevel level = LogLevel.info;

  @Option(
      names = {"--zap-encoder", "--log-encoder"},
      defaultValue = "console",
      description = "console or json (default: ${DEFAULT-VALUE}).")
  private LogEncoder encoder = LogEncoder.console;

  /** Writes no log until {@link #apply}: other commands print their failures themselves. */
  static void silence() {
    if (isLogback()) {
      Logback.silence();
    }
  }

  private static boolean isLogback() {
    return contextName().equals(CONTEXT_OF_LOGBACK);
  }

  private static String contextName() {
    return LoggerFactory.getILoggerFactory().getClass().getName();
  }

  /**
   * Configures logback.
   *
   * @param warnings receives a warning if another backend of SLF4J writes the log, or none
   */
  void apply(PrintWriter warnings) {
    if (isLogback()) {
      Logback.configure(level, encoder);
    } else {
      warnings.printf(
          "warning: the flags of the log have no effect, and nothing removes secrets from its lines:"
              + " SLF4J writes with %s; add ch.qos.logback:logback-classic to the class path%n",
          contextName());
    }
  }
}
