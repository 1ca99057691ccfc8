package dev.catamaran.supply;

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
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;

/**
 * Gets small things over HTTP: bounded in time and size, and never sends credentials to another
 * host than they are for. Serves one pull.
 */
final class Web implements AutoCloseable {
  private static final Duration CONNECTING = Duration.ofSeconds(10);
  private static final Duration ANSWERING = Duration.ofSeconds(15);
  private static final Duration ALL = Duration.ofSeconds(60);
  private static final int LIMIT = 100 << 20;
  private static final int REDIRECTS = 5;

  /** What a server said. */
  static final class Answer {
    private final HttpResponse<?> response;
    private final byte[] body;

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

  /**
   * Asks, and follows redirects.
   *
   * @param accept media types; empty for any
   * @param authorization for this host only
   * @throws ChartUnavailableException if there is no answer
   */
  Answer get(URI address, String accept, Optional<String> authorization)
      throws ChartUnavailableException {
    var at = address;
    for (int hop = 0; hop <= REDIRECTS; hop++) {
      var answer = send(at, accept, authorization.filter(isFor(address, at)));
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
    return credentials -> meant.resolve("/").equals(actual.resolve("/"));
  }

  private static URI next(URI from, String location) throws ChartUnavailableException {
    try {
      var to = from.resolve(location);
      if (from.getScheme().equals(to.getScheme()) || "https".equals(to.getScheme())) {
        return to;
      }
    } catch (IllegalArgumentException e) {
      // Told below.
    }
    throw new ChartUnavailableException(
        from.getHost() + " redirects to what is no address with " + from.getScheme());
  }

  private Answer send(URI address, String accept, Optional<String> authorization)
      throws ChartUnavailableException {
    var request =
        HttpRequest.newBuilder(address).timeout(ANSWERING).header("User-Agent", "catamaran");
    if (!accept.isEmpty()) {
      request.header("Accept", accept);
    }
    authorization.ifPresent(value -> request.header("Authorization", value));
    var answer =
        client.sendAsync(request.build(), BodyHandlers.ofInputStream()).thenApply(Web::read);
    try {
      return answer.get(ALL.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw unreachable(address, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw new ChartUnavailableException(
          "%s did not answer within %d s".formatted(address.getAuthority(), ALL.toSeconds()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChartUnavailableException("the operator stops");
    }
  }

  private static Answer read(HttpResponse<InputStream> response) {
    try (var body = response.body()) {
      var bytes = body.readNBytes(LIMIT + 1);
      if (bytes.length > LIMIT) {
        throw new IOException("it sends more than 100 MiB");
      }
      return new Answer(response, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ChartUnavailableException unreachable(URI address, Throwable failure) {
    return new ChartUnavailableException(
        "%s cannot be reached: %s; check the address and the network"
            .formatted(address.getAuthority(), reason(failure)));
  }

  /** The client wraps what happened in exceptions without a message, and not always the last. */
  private static String reason(Throwable failure) {
    var told = Optional.<String>empty();
    var root = failure;
    for (Throwable each = failure; each != null; each = each.getCause()) {
      var here = known(each);
      told = here.isPresent() ? here : told;
      root = each;
    }
    return told.orElse(String.valueOf(root.getMessage()));
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
