package dev.catamaran.cluster;

import dev.catamaran.informer.Pages;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manifest.BuiltInGroups;
import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the objects that name a primary as their owner, by one request for each kind: for a release
 * without history, each kind that the API server serves.
 */
final class OwnedObjects {
  private static final Logger log = LoggerFactory.getLogger(OwnedObjects.class);

  private final KubernetesClient client;
  private final ApiResources apis;
  private final WatchedNamespaces namespaces;

  /**
   * What a search found.
   *
   * @param unlisted why kinds could not be listed, by their name in readable form: their conversion
   *     webhook, or the server of their API, is away
   */
  record Found(List<Descendant> objects, Map<String, String> unlisted) {}

  /** A kind in one version of its API. */
  record KindName(String apiVersion, String kind) {
    static KindName of(ObjectKey key) {
      return new KindName(key.apiVersion(), key.kind());
    }

    @Override
    public String toString() {
      return kind + " of " + apiVersion;
    }
  }

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

  Found of(Ownership ownership) {
    var found = new Found(new ArrayList<>(), new LinkedHashMap<>());
    apis.listable((version, failure) -> found.unlisted().put(version, said(failure)))
        .forEach(kind -> add(kind, ownership, found));
    found
        .unlisted()
        .forEach(
            (kind, failure) ->
                log.warn(
                    "{} cannot be listed, so objects of {} may stay that another namespace, or none,"
                        + " has: {}",
                    kind,
                    ownership.primary(),
                    failure));
    return found;
  }

  Found of(Ownership ownership, Collection<KindName> kinds) {
    var found = new Found(new ArrayList<>(), new LinkedHashMap<>());
    for (var kind : kinds) {
      try {
        apis.find(kind.apiVersion(), kind.kind()).ifPresent(api -> add(api, ownership, found));
      } catch (KubernetesClientException e) {
        found.unlisted().put(kind.toString(), said(e));
      }
    }
    return found;
  }

  private void add(ResourceDefinitionContext kind, Ownership ownership, Found into) {
    var primary = PrimaryKey.of(ownership.primary());
    try {
      list(
          kind,
          ownership,
          live -> {
            var object = Descendant.of(live);
            if (object.owners().names(primary)) {
              into.objects().add(object);
            }
          });
    } catch (KubernetesClientException e) {
      // The API server itself serves the others: if it fails, it is asked again.
      if (BuiltInGroups.contains(kind.getGroup())) {
        throw e;
      }
      into.unlisted().put(name(kind), said(e));
    }
  }

  private static String name(ResourceDefinitionContext kind) {
    return new KindName(kind.getGroup() + "/" + kind.getVersion(), kind.getKind()).toString();
  }

  private static String said(RuntimeException failure) {
    return failure instanceof KubernetesClientException e
        ? LiveObjects.answer(e).orElseGet(() -> String.valueOf(e.getMessage()))
        : String.valueOf(failure.getMessage());
  }

  private void list(
      ResourceDefinitionContext kind,
      Ownership ownership,
      Consumer<GenericKubernetesResource> found) {
    var all = client.genericKubernetesResources(kind);
    try {
      Pages.each(all.inAnyNamespace().withLabelSelector(ownership.labelSelector())::list, found);
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        // The definition of the kind was just deleted, and its objects with it.
        return;
      }
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
        throw e;
      }
      if (kind.isNamespaceScoped()) {
        namespaces(ownership).forEach(one -> listInNamespace(kind, one, ownership, found));
      }
    }
  }

  private List<String> namespaces(Ownership ownership) {
    return Stream.concat(ownership.namespaces().stream(), namespaces.names().stream())
        .distinct()
        .toList();
  }

  private void listInNamespace(
      ResourceDefinitionContext kind,
      String namespace,
      Ownership ownership,
      Consumer<GenericKubernetesResource> found) {
    var all = client.genericKubernetesResources(kind).inNamespace(namespace);
    try {
      Pages.each(all.withLabelSelector(ownership.labelSelector())::list, found);
    } catch (KubernetesClientException e) {
      // The operator has created no objects that it may not even list.
      log.debug("{} cannot be listed: {}", kind.getPlural(), e.getMessage());
    }
  }
}
