package dev.catamaran.cluster;

import dev.catamaran.manifest.MergeKeys;
import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.ApiVersionUtil;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The kinds that the API server serves. Requests each API version once, and remembers the answer
 * until {@link #invalidate}.
 */
public final class ApiResources {
  private final KubernetesClient client;

  /** Replaced as a whole, so that {@link #invalidate} also forgets answers to pending requests. */
  private volatile Map<String, CompletableFuture<List<APIResource>>> answers =
      new ConcurrentHashMap<>();

  /** Sends requests with this client's rights. */
  public ApiResources(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Returns the definition of a kind, for requests.
   *
   * @return empty if the API server does not serve it
   */
  public Optional<ResourceDefinitionContext> find(String apiVersion, String kind) {
    return served(apiVersion).stream()
        .filter(resource -> resource.getKind().equals(kind))
        .findFirst()
        .map(resource -> context(apiVersion, resource));
  }

  /** Whether the API server serves the kind of {@code key}. */
  public boolean serves(ObjectKey key) {
    return find(key.apiVersion(), key.kind()).isPresent();
  }

  /**
   * Answers a chart's {@code .Capabilities.APIVersions.Has}: for an API version, or one with a kind
   * behind a slash (Helm, pkg/chartutil/capabilities.go).
   */
  public boolean has(String api) {
    int slash = api.lastIndexOf('/');
    var last = api.substring(slash + 1);
    if (slash > 0 && Character.isUpperCase(last.charAt(0))) {
      return find(api.substring(0, slash), last).isPresent();
    }
    return !served(api).isEmpty();
  }

  /**
   * Returns the full key of an object of a manifest. It has the release's namespace if the kind is
   * namespaced and the chart names no namespace.
   */
  public Optional<ObjectKey> locate(ObjectKey inManifest, String releaseNamespace) {
    return find(inManifest.apiVersion(), inManifest.kind())
        .map(
            api -> {
              if (!api.isNamespaceScoped()) {
                return inManifest.in("");
              }
              return inManifest.namespace().isEmpty()
                  ? inManifest.in(releaseNamespace)
                  : inManifest;
            });
  }

  /** Returns all kinds with objects that can be listed and deleted, each in one version. */
  List<ResourceDefinitionContext> listable() {
    var groups =
        client.getApiGroups().getGroups().stream()
            // No client creates metrics, and their server may be down.
            .filter(group -> !group.getName().endsWith("metrics.k8s.io"))
            .flatMap(group -> ServedResource.of(group, this::listableIn));
    var core = listableIn("v1").map(resource -> new ServedResource("v1", resource));
    return Stream.concat(core, groups)
        .map(found -> context(found.apiVersion(), found.resource()))
        .toList();
  }

  private Stream<APIResource> listableIn(String apiVersion) {
    return served(apiVersion).stream()
        .filter(resource -> resource.getVerbs().containsAll(List.of("list", "delete")));
  }

  private static String groupOf(String apiVersion) {
    return Optional.ofNullable(ApiVersionUtil.trimGroupOrNull(apiVersion)).orElse("");
  }

  /**
   * Forgets all answers, after a change of custom resource definitions. Never waits, not even for a
   * pending answer: informers call this on the thread that delivers the answer.
   */
  public void invalidate() {
    answers = new ConcurrentHashMap<>();
  }

  /** Returns the keys that identify the items of this API's lists. */
  static MergeKeys mergeKeys(String apiVersion) {
    return BuiltInGroups.contains(groupOf(apiVersion)) ? MergeKeys.BUILT_IN : MergeKeys.NONE;
  }

  /**
   * Returns the answer for an API version. The first caller sends the request, without a lock;
   * later callers wait for the same answer.
   */
  private List<APIResource> served(String apiVersion) {
    var remembered = answers;
    var mine = new CompletableFuture<List<APIResource>>();
    var known = remembered.putIfAbsent(apiVersion, mine);
    if (known != null) {
      return joined(known);
    }
    try {
      mine.complete(ask(apiVersion));
    } catch (RuntimeException e) {
      remembered.remove(apiVersion, mine);
      mine.completeExceptionally(e);
    }
    return joined(mine);
  }

  private static <T> T joined(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException refusal ? refusal : e;
    }
  }

  private List<APIResource> ask(String apiVersion) {
    var answer = client.getApiResources(apiVersion);
    return answer == null
        ? List.of()
        : answer.getResources().stream().filter(r -> !r.getName().contains("/")).toList();
  }

  private static ResourceDefinitionContext context(String apiVersion, APIResource resource) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(groupOf(apiVersion))
        .withVersion(ApiVersionUtil.trimVersion(apiVersion))
        .withKind(resource.getKind())
        .withPlural(resource.getName())
        .withNamespaced(resource.getNamespaced())
        .build();
  }
}
