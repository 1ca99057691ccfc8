package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.options.MetricsEndpoint.Tls;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags for /metrics, equal to those of the Go helm-operator. */
final class MetricsFlags {
  @Option(
      names = {"--metrics-bind-address", "--metrics-addr"},
      defaultValue = ":8080",
      description = "Address at which /metrics is served; 0 for none (default: ${DEFAULT-VALUE}).")
  private String address = ":8080";

  @Option(
      names = "--metrics-secure",
      arity = "0..1",
      fallbackValue = "true",
      description = "Serve /metrics over HTTPS.")
  private boolean secure;

  @Option(
      names = "--metrics-require-rbac",
      arity = "0..1",
      fallbackValue = "true",
      description =
          "Serve /metrics only to callers with a bearer token that may get it; needs --metrics-secure.")
  private boolean requireRbac;

  @Option(
      names = "--metrics-cert-path",
      description =
          "Directory with tls.crt and tls.key for --metrics-secure (default: made at start, self-signed).")
  private @Nullable Path certificates;

  String address() {
    return address;
  }

  /**
   * Returns the HTTPS options; empty for plain HTTP.
   *
   * @throws ManagerException if flags are given that have no meaning for plain HTTP
   */
  Optional<Tls> tls() {
    if (secure) {
      return Optional.of(new Tls(Optional.ofNullable(certificates), requireRbac));
    }
    if (requireRbac) {
      throw new ManagerException(
          "--metrics-require-rbac needs --metrics-secure: tokens must not be sent in clear");
    }
    if (certificates != null) {
      throw new ManagerException("--metrics-cert-path needs --metrics-secure");
    }
    return Optional.empty();
  }
}
