package dev.catamaran.cluster;

import dev.catamaran.informer.WatchedNamespaces;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the objects that name a primary as their owner, for a release without history. Sends one
 * request for each kind that the API server serves.
 */
final class OwnedObjects {
  private static final Logger log = LoggerFactory.getLogger(OwnedObjects.class);

  private final KubernetesClient client;
  private final ApiResources apis;
  private final WatchedNamespaces namespaces;

  /**
   * Sends requests with the rights of {@code client}.
   *
   * @param namespaces namespaces to list if the whole cluster may not be listed
   */
  OwnedObjects(KubernetesClient client, ApiResources apis, WatchedNamespaces namespaces) {
    this.client = client;
    this.apis = apis;
    this.namespaces = namespaces;
  }

  List<Descendant> of(Ownership ownership) {
    var primary = PrimaryKey.of(ownership.primary());
    return apis.listable().stream()
        .flatMap(kind -> list(kind, ownership))
        .filter(found -> found.owners().names(primary))
        .toList();
  }

  private Stream<Descendant> list(ResourceDefinitionContext kind, Ownership ownership) {
    try {
      return listEverywhere(kind, ownership);
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        // The definition of the kind was just deleted, and its objects with it.
        return Stream.of();
      }
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
        throw e;
      }
      return kind.isNamespaceScoped()
          ? Stream.concat(ownership.namespaces().stream(), namespaces.names().stream())
              .distinct()
              .flatMap(namespace -> listInNamespace(kind, namespace, ownership))
          : Stream.of();
    }
  }

  private Stream<Descendant> listEverywhere(ResourceDefinitionContext kind, Ownership ownership) {
    return client
        .genericKubernetesResources(kind)
        .inAnyNamespace()
        .withLabelSelector(ownership.labelSelector())
        .list()
        .getItems()
        .stream()
        .map(Descendant::of);
  }

  private Stream<Descendant> listInNamespace(
      ResourceDefinitionContext kind, String namespace, Ownership ownership) {
    try {
      return client
          .genericKubernetesResources(kind)
          .inNamespace(namespace)
          .withLabelSelector(ownership.labelSelector())
          .list()
          .getItems()
          .stream()
          .map(Descendant::of);
    } catch (KubernetesClientException e) {
      // The operator has created no objects that it may not even list.
      log.debug("{} cannot be listed: {}", kind.getPlural(), e.getMessage());
      return Stream.of();
    }
  }
}
