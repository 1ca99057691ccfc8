package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.OperatorException;
import java.util.Optional;

/** Words failures for people. */
public final class Sentence {
  private Sentence() {}

  /**
   * The API server's own sentence where there is one (the client's adds addresses around it), else
   * the message of the failure; never empty.
   */
  public static String of(Throwable failure) {
    if (failure instanceof OperatorException && failure.getCause() != null) {
      // The SDK wraps what a reconciler throws.
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
