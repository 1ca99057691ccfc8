package dev.catamaran.trial;

import dev.catamaran.cluster.ApiResources;
import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.net.HttpURLConnection;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All kinds of the cluster. */
public final class Apis {
  private final KubernetesClient client;
  private final ApiResources resources;

  /** The kinds of the cluster that {@code client} uses. */
  public Apis(KubernetesClient client) {
    this.client = client;
    this.resources = new ApiResources(client);
  }

  /** The key with the namespace of an object in a release. */
  public ObjectKey locate(ObjectKey inManifest, String namespace) {
    return resources
        .locate(inManifest, namespace)
        .orElseThrow(() -> new AssertionError(inManifest + " is of a kind that is not served"));
  }

  /** One object. */
  Resource<GenericKubernetesResource> resource(ObjectKey key) {
    var api =
        resources
            .find(key.apiVersion(), key.kind())
            .orElseThrow(() -> new AssertionError(key + " is of a kind that is not served"));
    var all = client.genericKubernetesResources(api);
    return key.namespace().isEmpty()
        ? all.withName(key.name())
        : all.inNamespace(key.namespace()).withName(key.name());
  }

  /** All objects of the cluster that {@code interesting} accepts, as {@code Kind/name}. */
  public Set<String> all(Predicate<HasMetadata> interesting) {
    return objects()
        .filter(interesting)
        .map(object -> object.getKind() + "/" + object.getMetadata().getName())
        .collect(Collectors.toCollection(java.util.TreeSet::new));
  }

  /** All objects of the cluster, each in the preferred version of its group. */
  public Stream<GenericKubernetesResource> objects() {
    var groups =
        client.getApiGroups().getGroups().stream()
            .map(group -> group.getPreferredVersion().getGroupVersion());
    return Stream.concat(Stream.of("v1"), groups).flatMap(this::listable).flatMap(this::objects);
  }

  /** A definition that was just deleted is still listed, but has no objects. */
  private Stream<GenericKubernetesResource> objects(ResourceDefinitionContext api) {
    try {
      return client.genericKubernetesResources(api).inAnyNamespace().list().getItems().stream();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
        throw e;
      }
      return Stream.empty();
    }
  }

  private Stream<ResourceDefinitionContext> listable(String apiVersion) {
    var answer = client.getApiResources(apiVersion);
    return answer == null
        ? Stream.empty()
        : answer.getResources().stream()
            .filter(api -> api.getVerbs().contains("list") && api.getVerbs().contains("delete"))
            .map(api -> context(apiVersion, api));
  }

  private static ResourceDefinitionContext context(String apiVersion, APIResource api) {
    int slash = apiVersion.indexOf('/');
    return new ResourceDefinitionContext.Builder()
        .withGroup(slash < 0 ? "" : apiVersion.substring(0, slash))
        .withVersion(apiVersion.substring(slash + 1))
        .withKind(api.getKind())
        .withPlural(api.getName())
        .withNamespaced(api.getNamespaced())
        .build();
  }
}
