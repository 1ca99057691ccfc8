package dev.catamaran.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.resources.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The pod of this process, described by OpenTelemetry's conventions for Kubernetes.
 *
 * @param environment of the process
 * @param account the folder of the pod's service account
 */
public record OwnPod(Map<String, String> environment, Path account) {
  /** The folder of the service account in every pod that has one. */
  public static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

  private static final AttributeKey<String> NAMESPACE =
      AttributeKey.stringKey("k8s.namespace.name");
  private static final AttributeKey<String> POD = AttributeKey.stringKey("k8s.pod.name");

  /** Returns namespace and name of the pod; empty outside of a cluster. */
  Resource describe() {
    var resource = Resource.builder();
    if (isInCluster()) {
      namespace().ifPresent(found -> resource.put(NAMESPACE, found));
      // The host name of a pod is the pod's name, unless the pod sets another.
      Optional.ofNullable(environment.get("HOSTNAME")).ifPresent(found -> resource.put(POD, found));
    }
    return resource.build();
  }

  public boolean isInCluster() {
    return environment.containsKey("KUBERNETES_SERVICE_HOST");
  }

  /**
   * Returns the pod's namespace from the environment or the account's folder; empty if neither has
   * it.
   */
  public Optional<String> namespace() {
    return Optional.ofNullable(environment.get("POD_NAMESPACE"))
        .filter(name -> !name.isBlank())
        .or(() -> isInCluster() ? ofAccount() : Optional.empty());
  }

  private Optional<String> ofAccount() {
    try {
      return Optional.of(Files.readString(account.resolve("namespace")).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
