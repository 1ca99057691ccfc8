package dev.catamaran.cli;

import dev.catamaran.options.WebhookOptions;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags for webhooks. */
final class WebhookFlags {
  @Option(
      names = "--webhook-bind-address",
      defaultValue = WebhookOptions.DEFAULT_ADDRESS,
      description = "Address at which webhooks are served; 0 for none (default: ${DEFAULT-VALUE}).")
  private String address = WebhookOptions.DEFAULT_ADDRESS;

  @Option(
      names = "--webhook-cert-path",
      description =
          "Directory with tls.crt and tls.key, which are followed; needed if webhooks are declared.")
  private @Nullable Path certificates;

  String address() {
    return address;
  }

  Optional<Path> certificates() {
    return Optional.ofNullable(certificates);
  }
}
