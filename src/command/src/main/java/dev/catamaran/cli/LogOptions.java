package dev.catamaran.cli;

import dev.catamaran.logging.LogEncoder;
import dev.catamaran.logging.LogLevel;
import dev.catamaran.logging.Logback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/**
 * Flags for the log, equal to zap's flags, so that a Deployment of the Go operators needs no
 * change.
 */
final class LogOptions {
  private static final Logger log = LoggerFactory.getLogger(LogOptions.class);

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

  void apply() {
    var context = LoggerFactory.getILoggerFactory().getClass().getName();
    if (context.equals(CONTEXT_OF_LOGBACK)) {
      Logback.configure(level, encoder);
    } else {
      log.warn(
          "the flags of the log have no effect, and nothing removes secrets from lines of libraries:"
              + " SLF4J writes to {}; add ch.qos.logback:logback-classic to the class path",
          context);
    }
  }
}
