package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.OperatorException;
import java.util.Optional;

/** Describes failures for people. */
public final class Sentence {
  private Sentence() {}

  /**
   * Returns the API server's own message if there is one (the client adds addresses around it),
   * else the message of the failure; never empty.
   */
  public static String of(Throwable failure) {
    if (failure instanceof OperatorException && failure.getCause() != null) {
      // The SDK wraps exceptions of a reconciler.
      return of(failure.getCause());
    }
    return Optional.of(failure)
        .filter(KubernetesClientException.class::isInstance)
        .map(refusal -> ((KubernetesClientException) refusal).getStatus())
        .map(Status::getMessage)
        .or(() -> Optional.ofNullable(failure.getMessage()))
        .filter(message -> !message.isBlank())
        .orElseGet(() -> failure.getClass().getSimpleName());
  }
}
