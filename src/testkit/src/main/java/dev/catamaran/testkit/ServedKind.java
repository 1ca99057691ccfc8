package dev.catamaran.testkit;

import dev.catamaran.api.GroupVersionKind;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Optional;

/**
 * A kind that the cluster serves at present.
 *
 * @param plural the name of its resource
 * @param namespaced whether its objects are in namespaces
 */
record ServedKind(GroupVersionKind api, String plural, boolean namespaced) {

  /** Queries the cluster; empty if it does not serve the kind. */
  static Optional<ServedKind> find(KubernetesClient client, GroupVersionKind api) {
    return Optional.ofNullable(client.getApiResources(api.apiVersion())).stream()
        .flatMap(answer -> answer.getResources().stream())
        .filter(found -> found.getKind().equals(api.kind()) && !found.getName().contains("/"))
        .map(found -> new ServedKind(api, found.getName(), found.getNamespaced()))
        .findFirst();
  }

  /** Returns the kind for requests that do not query the cluster again. */
  ResourceDefinitionContext context() {
    return new ResourceDefinitionContext.Builder()
        .withGroup(api.group())
        .withVersion(api.version())
        .withKind(api.kind())
        .withPlural(plural)
        .withNamespaced(namespaced)
        .build();
  }
}
