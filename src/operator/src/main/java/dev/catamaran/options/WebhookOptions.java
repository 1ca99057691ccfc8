package dev.catamaran.options;

import dev.catamaran.watch.Watch;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Address and certificate of the webhooks.
 *
 * @param address empty to serve none, even if some are declared
 * @param certificates folder with tls.crt and tls.key; empty if there is none, and then none may be
 *     declared
 */
public record WebhookOptions(Optional<BindAddress> address, Optional<Path> certificates) {
  /** The default address of controller-runtime. */
  public static final String DEFAULT_ADDRESS = ":9443";

  public static final String ADDRESS_FLAG = "--webhook-bind-address";
  public static final String CERTIFICATES_FLAG = "--webhook-cert-path";

  /**
   * Returns the problem with the webhooks of these watches, and its remedy; empty if there is none.
   */
  public Optional<String> problem(List<Watch> watches) {
    var kinds =
        watches.stream()
            .filter(watch -> !watch.webhooks().isEmpty())
            .map(watch -> watch.gvk().kind())
            .collect(Collectors.joining(", "));
    return kinds.isEmpty() || address.isEmpty() || certificates.isPresent()
        ? Optional.empty()
        : Optional.of(
            "webhooks are declared for %s, but there is no certificate to serve them with: name a directory with tls.crt and tls.key by %s, or serve none with %s=0"
                .formatted(kinds, CERTIFICATES_FLAG, ADDRESS_FLAG));
  }
}
