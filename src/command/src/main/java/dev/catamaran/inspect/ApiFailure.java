package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
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
    return Width.oneLine(
        Optional.ofNullable(failure.getStatus())
            .map(status -> status.getMessage())
            .or(() -> Optional.ofNullable(failure.getMessage()))
            .orElse("no reason"));
  }

  /** The client wraps the error of the network in a message without information. */
  private static String reason(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return switch (root) {
      case UnknownHostException unknown -> "unknown host";
      case UnresolvedAddressException unknown -> "unknown host";
      case ConnectException refused -> "connection refused";
      case TimeoutException late -> "no answer in time";
      case SSLException untrusted -> "TLS: " + text(untrusted);
      case Throwable other -> text(other);
    };
  }

  private static String text(Throwable failure) {
    return Width.oneLine(
        Optional.ofNullable(failure.getMessage()).orElse(failure.getClass().getSimpleName()));
  }
}
