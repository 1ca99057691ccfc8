package dev.catamaran.cli;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** Flags of the Go helm-operator without effect here, so that its Deployments need no change. */
final class GoFlags {
  private static final Logger log = LoggerFactory.getLogger(GoFlags.class);

  @Option(
      names = "--suppress-override-values",
      arity = "0..1",
      fallbackValue = "true",
      description = "Has no effect: values of overrides are never shown.")
  private boolean suppressOverrideValues;

  @Option(
      names = "--enable-http2",
      arity = "0..1",
      fallbackValue = "true",
      description = "Has no effect: /metrics is served by HTTP/1.1.")
  private boolean enableHttp2;

  /** Logs for each given flag why it has no effect. */
  void explain() {
    if (suppressOverrideValues) {
      log.info("--suppress-override-values has no effect: values of overrides are never shown");
    }
    if (enableHttp2) {
      log.info("--enable-http2 has no effect: /metrics is served by HTTP/1.1");
    }
  }
}
