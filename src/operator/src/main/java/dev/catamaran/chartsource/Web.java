package dev.catamaran.chartsource;

import dev.catamaran.chart.ChartUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;

/**
 * HTTP client for small downloads, bounded in time and size. Sends credentials only to their own
 * host. Uses https, unless the watch allows http. Serves one pull.
 */
final class Web implements AutoCloseable {
  private static final Duration CONNECTING = Duration.ofSeconds(10);
  private static final Duration ANSWERING = Duration.ofSeconds(15);
  private static final Duration ALL = Duration.ofSeconds(60);
  private static final Duration WHOLE_PULL = Duration.ofMinutes(5);
  private static final int MIB = 1 << 20;
  private static final int REDIRECTS = 5;

  /** Size limit of an answer. */
  enum Size {
    /** Manifests, tokens, lists of tags, provenance files: 4 MiB, as registries bound manifests. */
    SMALL(4),
    /** An index.yaml; that of the largest public repository has 20 MiB. */
    INDEX(50),
    /** A chart; Helm has the same limit for unpacking. */
    PACKAGE(100);

    private final int mebibytes;

    Size(int mebibytes) {
      this.mebibytes = mebibytes;
    }
  }

  /** Response of a server. */
  static final class Answer {
    private final HttpResponse<?> response;
    private final byte[] body;

    /** Returns the address that answered, after all redirects. */
    URI from() {
      return response.uri();
    }

    private Answer(HttpResponse<?> response, byte[] body) {
      this.response = response;
      this.body = body;
    }

    int status() {
      return response.statusCode();
    }

    Optional<String> header(String name) {
      return response.headers().firstValue(name);
    }

    byte[] body() {
      return body;
    }
  }

  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(CONNECTING)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  private final Instant end = Instant.now().plus(WHOLE_PULL);
  private final boolean plainHttp;

  /**
   * Makes a client for one pull.
   *
   * @param plainHttp whether http is allowed
   */
  Web(boolean plainHttp) {
    this.plainHttp = plainHttp;
  }

  /** Returns whether scheme, host and port are the same. */
  static boolean isSameOrigin(URI one, URI other) {
    return String.valueOf(one.getScheme()).equals(other.getScheme())
        && host(one).equals(host(other));
  }

  /** Returns host, and port if there is one; never a user. */
  static String host(URI address) {
    return address.getPort() < 0
        ? String.valueOf(address.getHost())
        : address.getHost() + ":" + address.getPort();
  }

  /**
   * Returns the address for display: without a user, and without a query, which may hold a
   * signature.
   */
  static String shown(URI address) {
    return address.getScheme() + "://" + host(address) + String.valueOf(address.getPath());
  }

  /**
   * Sends a request and follows redirects.
   *
   * @param accept media types; empty for any
   * @param authorization for the host of {@code address} only
   * @param size limit; a larger answer is refused
   * @throws ChartUnavailableException if there is no answer
   */
  Answer get(URI address, String accept, Optional<String> authorization, Size size)
      throws ChartUnavailableException {
    var at = address;
    for (int hop = 0; hop <= REDIRECTS; hop++) {
      requireSafe(at);
      var answer = send(at, accept, authorization.filter(isFor(address, at)), size);
      var next = answer.status() / 100 == 3 ? answer.header("Location") : Optional.<String>empty();
      if (next.isEmpty()) {
        return answer;
      }
      at = next(at, next.get());
    }
    throw new ChartUnavailableException(address.getHost() + " redirects in a circle");
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  private static Predicate<String> isFor(URI meant, URI actual) {
    return credentials -> isSameOrigin(meant, actual);
  }

  private void requireSafe(URI address) throws ChartUnavailableException {
    var scheme = String.valueOf(address.getScheme());
    if (address.getHost() != null
        && (scheme.equals("https") || (plainHttp && scheme.equals("http")))) {
      return;
    }
    throw new ChartUnavailableException(
        scheme.equals("http")
            ? shown(address)
                + " has http, and anybody on the way can change what comes; write https, or allow"
                + " it with chartPull: {plainHttp: true}"
            : "an address with \"" + scheme + "\" is not asked; it must have https and a host");
  }

  private static URI next(URI from, String location) throws ChartUnavailableException {
    try {
      var to = from.resolve(location);
      if (from.getScheme().equals(to.getScheme()) || "https".equals(to.getScheme())) {
        return to;
      }
    } catch (IllegalArgumentException e) {
      // The exception below reports it.
    }
    throw new ChartUnavailableException(
        from.getHost() + " redirects to what is no address with " + from.getScheme());
  }

  private Answer send(URI address, String accept, Optional<String> authorization, Size size)
      throws ChartUnavailableException {
    var request =
        HttpRequest.newBuilder(address).timeout(ANSWERING).header("User-Agent", "catamaran");
    if (!accept.isEmpty()) {
      request.header("Accept", accept);
    }
    if (authorization.isPresent()) {
      authorize(request, address, authorization.get());
    }
    var answer =
        client
            .sendAsync(request.build(), BodyHandlers.ofInputStream())
            .thenApply(response -> read(response, size));
    var left = Duration.between(Instant.now(), end);
    var bound = left.compareTo(ALL) < 0 ? left : ALL;
    try {
      return answer.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw unreachable(address, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw new ChartUnavailableException(
          left.compareTo(ALL) < 0
              ? "the whole pull takes more than %d s".formatted(WHOLE_PULL.toSeconds())
              : "%s did not answer within %d s".formatted(host(address), ALL.toSeconds()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChartUnavailableException("the operator stops");
    }
  }

  private static void authorize(HttpRequest.Builder request, URI address, String value)
      throws ChartUnavailableException {
    try {
      request.header("Authorization", value);
    } catch (IllegalArgumentException e) {
      // Its message quotes the credentials.
      throw new ChartUnavailableException(
          "the credentials for %s have a character that no header may have; check them in --registry-config"
              .formatted(host(address)));
    }
  }

  private static Answer read(HttpResponse<InputStream> response, Size size) {
    int limit = size.mebibytes * MIB;
    try (var body = response.body()) {
      var bytes = body.readNBytes(limit + 1);
      if (bytes.length > limit) {
        throw new IOException("it sends more than %d MiB".formatted(size.mebibytes));
      }
      return new Answer(response, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ChartUnavailableException unreachable(URI address, Throwable failure) {
    return new ChartUnavailableException(
        "%s cannot be reached: %s; check the address and the network"
            .formatted(host(address), reason(failure)));
  }

  /**
   * Returns the cause. The client wraps it in exceptions without a message, and it is not always
   * the last one.
   */
  private static String reason(Throwable failure) {
    var message = Optional.<String>empty();
    var root = failure;
    for (Throwable each = failure; each != null; each = each.getCause()) {
      var here = known(each);
      message = here.isPresent() ? here : message;
      root = each;
    }
    return message.orElse(String.valueOf(root.getMessage()));
  }

  private static Optional<String> known(Throwable failure) {
    return switch (failure) {
      case UnresolvedAddressException unknown -> Optional.of("its name is not known");
      case ConnectException refused -> Optional.of("connection refused");
      case HttpTimeoutException late -> Optional.of("it does not answer");
      case SSLException tls -> Optional.of("TLS: " + tls.getMessage());
      default -> Optional.empty();
    };
  }
}
