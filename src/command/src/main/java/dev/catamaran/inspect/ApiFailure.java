package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** A failed request in one sentence, with its remedy. Pure. */
final class ApiFailure {
  private ApiFailure() {}

  /**
   * Returns the sentence.
   *
   * @param server address of the API server
   */
  static ManagerException of(KubernetesClientException failure, String server) {
    return new ManagerException(
        switch (Math.max(0, failure.getCode())) {
          case 0 ->
              "the API server %s does not answer: %s; check the kubeconfig and the network"
                  .formatted(server, reason(failure));
          case 401 ->
              "the API server %s does not accept the credentials of the kubeconfig; log in again, or choose another --context"
                  .formatted(server);
          case 403 ->
              "the API server %s refuses: %s; ask an administrator for this right"
                  .formatted(server, message(failure));
          default ->
              "the API server %s answers with %d: %s"
                  .formatted(server, failure.getCode(), message(failure));
        });
  }

  private static String message(KubernetesClientException failure) {
    return TerminalText.oneLine(
        Optional.ofNullable(failure.getStatus())
            .map(status -> status.getMessage())
            .or(() -> Optional.ofNullable(failure.getMessage()))
            .orElse("no reason"));
  }

  /** The client wraps the error of the network in messages without information. */
  private static String reason(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .flatMap(cause -> known(cause).stream())
        .findFirst()
        .orElseGet(() -> text(root(failure)));
  }

  private static Optional<String> known(Throwable cause) {
    return switch (cause) {
      case UnknownHostException unknown -> Optional.of("unknown host");
      case UnresolvedAddressException unknown -> Optional.of("unknown host");
      case ConnectException refused when isUnresolved(refused) -> Optional.of("unknown host");
      case ConnectException refused -> Optional.of("connection refused");
      case TimeoutException late -> Optional.of("no answer in time");
      case SSLException untrusted -> Optional.of("TLS: " + text(untrusted));
      case Throwable other -> Optional.empty();
    };
  }

  /** The JDK's HTTP client reports an unknown host as a failed connection. */
  private static boolean isUnresolved(ConnectException failure) {
    return root(failure) instanceof UnresolvedAddressException;
  }

  private static Throwable root(Throwable failure) {
    var root = failure;
    for (var cause = root.getCause(); cause != null; cause = root.getCause()) {
      root = cause;
    }
    return root;
  }

  private static String text(Throwable failure) {
    return TerminalText.oneLine(
        Optional.ofNullable(failure.getMessage()).orElse(failure.getClass().getSimpleName()));
  }
}
