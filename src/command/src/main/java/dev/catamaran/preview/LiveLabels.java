package dev.catamaran.preview;

import dev.catamaran.cluster.ApiResources;
import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Map;
import java.util.Optional;

/** Reads the labels of an object. */
final class LiveLabels {
  private LiveLabels() {}

  /** Returns the labels; empty if the object does not exist, or the person may not read it. */
  static Optional<Map<String, String>> of(
      KubernetesClient client, ApiResources apis, ObjectKey key) {
    try {
      return apis.find(key.apiVersion(), key.kind())
          .flatMap(
              api -> {
                var all = client.genericKubernetesResources(api);
                return Optional.ofNullable(
                    key.namespace().isEmpty()
                        ? all.withName(key.name()).get()
                        : all.inNamespace(key.namespace()).withName(key.name()).get());
              })
          .map(object -> object.getMetadata().getLabels());
    } catch (KubernetesClientException e) {
      return Optional.empty();
    }
  }
}
