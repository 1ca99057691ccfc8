package dev.catamaran.options;

import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Listen address of a server.
 *
 * @param host empty for all addresses of the machine
 * @param port 1 to 65535
 */
public record BindAddress(String host, int port) {

  /**
   * Reads an address in the syntax of controller-runtime: {@code :8080}, {@code 127.0.0.1:8080}, or
   * {@code 0} for none.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static Optional<BindAddress> parse(String text) {
    if (text.equals("0")) {
      return Optional.empty();
    }
    int colon = text.lastIndexOf(':');
    try {
      int port = Integer.parseInt(text.substring(colon + 1));
      if (colon < 0 || port < 1 || port > 65535) {
        throw new NumberFormatException();
      }
      return Optional.of(new BindAddress(text.substring(0, colon), port));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "\"%s\" is not an address: write host:port, :port, or 0 for none".formatted(text), e);
    }
  }

  public InetSocketAddress toSocketAddress() {
    return host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
  }
}
