package dev.catamaran.manager;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where and how webhooks are served.
 *
 * @param address empty to serve none, even if some are declared
 * @param certificates folder with tls.crt and tls.key; empty if there is none, and then none may be
 *     declared
 */
public record WebhookOptions(Optional<BindAddress> address, Optional<Path> certificates) {
  /** Where controller-runtime serves them. */
  public static final String DEFAULT_ADDRESS = ":9443";

  static final String ADDRESS_FLAG = "--webhook-bind-address";
  static final String CERTIFICATES_FLAG = "--webhook-cert-path";

  /** None are served. */
  public static WebhookOptions off() {
    return new WebhookOptions(Optional.empty(), Optional.empty());
  }
}
