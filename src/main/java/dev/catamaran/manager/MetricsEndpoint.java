package dev.catamaran.manager;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where and how /metrics is served.
 *
 * @param address where
 * @param tls empty to serve in clear, to everybody
 */
public record MetricsEndpoint(BindAddress address, Optional<Tls> tls) {

  /**
   * How /metrics is served over HTTPS.
   *
   * @param certificates folder with tls.crt and tls.key; empty for a certificate that is made at
   *     start and signed by itself
   * @param requireRbac only to those who may {@code get} the URL /metrics
   */
  public record Tls(Optional<Path> certificates, boolean requireRbac) {}
}
