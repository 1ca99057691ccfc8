package dev.catamaran.testkit;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;

/** Reason for a refusal by the API server. */
final class Refusal {
  private Refusal() {}

  /** Returns the server's own sentence if there is one; the client's message adds addresses. */
  static String of(KubernetesClientException refusal) {
    return Optional.ofNullable(refusal.getStatus())
        .map(Status::getMessage)
        .orElseGet(() -> String.valueOf(refusal.getMessage()));
  }
}
