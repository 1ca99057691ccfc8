package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.run.TerminalText;
import dev.catamaran.wire.NetworkFailure;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;

/** A failed request in one sentence, with its remedy. Pure. */
public final class ApiFailure {
  private ApiFailure() {}

  static ManagerException of(KubernetesClientException failure, String server) {
    return new ManagerException(
        switch (Math.max(0, failure.getCode())) {
          case 0 ->
              "the API server %s does not answer: %s; check the kubeconfig and the network"
                  .formatted(server, TerminalText.oneLine(NetworkFailure.reason(failure)));
          case 401 ->
              "the API server %s does not accept the credentials of the kubeconfig; log in again, or choose another --context"
                  .formatted(server);
          case 403 ->
              "the API server %s refuses: %s; ask an administrator for this permission"
                  .formatted(server, message(failure));
          default ->
              "the API server %s answers with %d: %s"
                  .formatted(server, failure.getCode(), message(failure));
        });
  }

  /** Returns the reason without the address of the API server, for a text that others read. */
  public static String reason(RuntimeException failure) {
    return switch (failure) {
      case ManagerException known -> String.valueOf(known.getMessage());
      case KubernetesClientException refused when refused.getCode() > 0 -> message(refused);
      case KubernetesClientException lost ->
          "the API server does not answer: " + TerminalText.oneLine(NetworkFailure.reason(lost));
      default -> "unexpected failure: " + failure;
    };
  }

  private static String message(KubernetesClientException failure) {
    return TerminalText.oneLine(
        Optional.ofNullable(failure.getStatus())
            .map(status -> status.getMessage())
            .or(() -> Optional.ofNullable(failure.getMessage()))
            .orElse("no reason"));
  }
}
