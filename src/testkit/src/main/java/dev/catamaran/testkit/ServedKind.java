package dev.catamaran.testkit;

import dev.catamaran.api.GroupVersionKind;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/**
 * A kind that the cluster serves at present.
 *
 * @param namespaced whether its objects are in namespaces
 */
record ServedKind(GroupVersionKind api, boolean namespaced) {

  /** Queries the cluster; empty if it does not serve the kind. */
  static Optional<ServedKind> find(KubernetesClient client, GroupVersionKind api) {
    return Optional.ofNullable(client.getApiResources(api.apiVersion())).stream()
        .flatMap(answer -> answer.getResources().stream())
        .filter(found -> found.getKind().equals(api.kind()) && !found.getName().contains("/"))
        .map(found -> new ServedKind(api, found.getNamespaced()))
        .findFirst();
  }
}
