package dev.catamaran.testkit;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;

/** Why the API server did not do what it was asked for. */
final class Refusal {
  private Refusal() {}

  /** The server's own sentence where there is one; the client's adds addresses around it. */
  static String of(KubernetesClientException refusal) {
    return Optional.ofNullable(refusal.getStatus())
        .map(Status::getMessage)
        .orElseGet(() -> String.valueOf(refusal.getMessage()));
  }
}
