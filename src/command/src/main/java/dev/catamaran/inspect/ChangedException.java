package dev.catamaran.inspect;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;

/** A person has decided by a state that is not the present one. Nothing was written. */
public final class ChangedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ChangedException(String what) {
    super(what + " has changed since you saw it, so nothing was done");
  }

  /** Returns the failure of a write: this one if another write came before. */
  static RuntimeException of(KubernetesClientException failure, String what) {
    return failure.getCode() == HttpURLConnection.HTTP_CONFLICT
        ? new ChangedException(what)
        : failure;
  }
}
