package dev.catamaran.wire;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.utils.IpAddressMatcher;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The proxy that environment variables name for the API server, by the rules of Go
 * (golang.org/x/net/http/httpproxy): kubectl and Helm follow them. The client library has others:
 * it takes ALL_PROXY, only names in capitals, an exception for each name with the same end, a proxy
 * for this machine too, and it fails at {@code *}.
 */
record ProxyVariables(Map<String, String> environment) {

  /** Returns the configuration with that proxy, or with none. */
  Config over(Config config) {
    var address = URI.create(config.getMasterUrl());
    var proxy = isExcepted(address) ? null : proxy(address.getScheme()).orElse(null);
    return new ConfigBuilder(config)
        .withHttpProxy(proxy)
        .withHttpsProxy(proxy)
        .withNoProxy(new String[0])
        .build();
  }

  private Optional<String> proxy(String scheme) {
    return variable("https".equals(scheme) ? "HTTPS_PROXY" : "HTTP_PROXY")
        .map(proxy -> proxy.contains("://") ? proxy : "http://" + proxy);
  }

  private Optional<String> variable(String name) {
    return Stream.of(name, name.toLowerCase(Locale.ROOT))
        .map(each -> environment.getOrDefault(each, ""))
        .filter(value -> !value.isEmpty())
        .findFirst();
  }

  private boolean isExcepted(URI address) {
    var host = bare(Optional.ofNullable(address.getHost()).orElse("")).toLowerCase(Locale.ROOT);
    int port =
        address.getPort() > 0 ? address.getPort() : "https".equals(address.getScheme()) ? 443 : 80;
    var numeric = numeric(host);
    return host.equals("localhost")
        || numeric.filter(InetAddress::isLoopbackAddress).isPresent()
        || Stream.of(variable("NO_PROXY").orElse("").split(",", -1))
            .map(exception -> exception.strip().toLowerCase(Locale.ROOT))
            .filter(exception -> !exception.isEmpty())
            .anyMatch(exception -> covers(exception, host, numeric, port));
  }

  private static boolean covers(
      String exception, String host, Optional<InetAddress> numeric, int port) {
    if (exception.equals("*")) {
      return true;
    }
    int slash = exception.indexOf('/');
    if (slash >= 0) {
      return numeric.filter(address -> isIn(address, exception, slash)).isPresent();
    }
    int colon = exception.lastIndexOf(':');
    boolean hasPort = colon == exception.indexOf(':') ? colon >= 0 : exception.contains("]:");
    var name = bare(hasPort ? exception.substring(0, colon) : exception);
    if (hasPort && !exception.substring(colon + 1).equals(String.valueOf(port))) {
      return false;
    }
    var address = numeric(name);
    if (address.isPresent()) {
      return address.equals(numeric);
    }
    var domain = name.startsWith("*.") ? name.substring(1) : name;
    return domain.startsWith(".")
        ? host.endsWith(domain)
        : host.equals(domain) || host.endsWith("." + domain);
  }

  private static boolean isIn(InetAddress address, String network, int slash) {
    var length = network.substring(slash + 1);
    return numeric(network.substring(0, slash)).isPresent()
        && length.matches("[0-9]{1,3}")
        && Integer.parseInt(length) <= address.getAddress().length * Byte.SIZE
        && new IpAddressMatcher(network).matches(address.getHostAddress());
  }

  private static String bare(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  /** Returns an address that is written in numbers, without any look-up of a name. */
  private static Optional<InetAddress> numeric(String host) {
    if (!host.matches("[0-9]{1,3}([.][0-9]{1,3}){3}|[0-9a-f.:]*:[0-9a-f.:]*")) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(host));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }
}
