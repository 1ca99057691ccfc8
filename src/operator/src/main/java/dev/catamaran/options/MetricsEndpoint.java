package dev.catamaran.options;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Endpoint of /metrics.
 *
 * @param address listen address
 * @param tls empty for plain HTTP, open to all clients
 */
public record MetricsEndpoint(BindAddress address, Optional<Tls> tls) {

  /**
   * HTTPS settings of /metrics.
   *
   * @param certificates folder with tls.crt and tls.key; empty for a self-signed certificate, made
   *     at start
   * @param requireRbac whether clients need the right to {@code get} the URL /metrics
   */
  public record Tls(Optional<Path> certificates, boolean requireRbac) {}
}
