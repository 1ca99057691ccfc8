package dev.catamaran.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import org.slf4j.LoggerFactory;

/** Configures logback, in place of a configuration file. */
public final class Logback {
  static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX, UTC} %-5level [%thread] %logger{0}"
          + " %replace(%replace(%X{resource.kind} %X{resource.namespace}/%X{resource.name} )"
          // Omits the primary outside of a pass, and the namespace of a cluster-scoped primary.
          + "{'^ / $', ''}){' /', ' '}"
          // A message may quote the text of a tenant, which must not look like a line of its own.
          + "%replace(%replace(%msg){'\\R', '\n    '}){'[\\p{Cc}&&[^\n\t]]', '?'}%n";

  /** Logger of this project. Libraries log from warnings on, or from info on at level debug. */
  private static final String OURS = "dev.catamaran";

  /** Logger that warns of each kind in an alpha version, which concerns only the kind's author. */
  private static final String UNSTABLE_VERSIONS =
      "io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils";

  /** Logger that quotes what a program printed in place of credentials. */
  private static final String LOGINS = "io.fabric8.kubernetes.client.internal.KubeConfigUtils";

  private Logback() {}

  /** Levels of the operator's log, spelled as on the command line. */
  public enum LogLevel {
    debug,
    info,
    warn,
    error
  }

  /** Forms of a log line, spelled as on the command line. */
  public enum LogEncoder {
    console,
    json
  }

  /** Writes lines without secrets to standard output, from that level on. */
  public static void configure(LogLevel level, LogEncoder encoder) {
    var context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    var appender = new HidingAppender(/* isBrief= */ level != LogLevel.debug);
    appender.setContext(context);
    appender.setEncoder(started(encoder, context));
    appender.start();
    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.addAppender(appender);
    root.setLevel(level == LogLevel.debug ? Level.INFO : Level.WARN);
    context.getLogger(UNSTABLE_VERSIONS).setLevel(Level.ERROR);
    context.getLogger(LOGINS).setLevel(Level.OFF);
    context.getLogger(OURS).setLevel(Level.toLevel(level.name()));
  }

  public static void silence() {
    var context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
  }

  private static Encoder<ILoggingEvent> started(LogEncoder encoder, LoggerContext context) {
    Encoder<ILoggingEvent> started =
        encoder == LogEncoder.json ? new JsonEncoder() : new PatternLayoutEncoder();
    if (started instanceof PatternLayoutEncoder console) {
      console.setPattern(PATTERN);
    }
    started.setContext(context);
    started.start();
    return started;
  }
}
