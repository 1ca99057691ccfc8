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
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the API server serves, asked once for each API version and remembered until told to ask
 * anew.
 */
public final class ApiResources {
  /**
   * Groups of the API server itself have no dot or end so; all others come from custom resources or
   * aggregated servers.
   */
  private static final Pattern BUILT_IN_GROUP = Pattern.compile("[^.]*|.*\\.k8s\\.io");

  private final KubernetesClient client;

  /** Replaced whole, so that an answer asked for before {@link #invalidate} is forgotten too. */
  private volatile Map<String, CompletableFuture<List<APIResource>>> answers =
      new ConcurrentHashMap<>();

  /** Asks with this client's rights. */
  public ApiResources(KubernetesClient client) {
    this.client = client;
  }

  /**
   * How to address a kind.
   *
   * @return empty if the API server does not serve it
   */
  public Optional<ResourceDefinitionContext> find(String apiVersion, String kind) {
    return served(apiVersion).stream()
        .filter(resource -> resource.getKind().equals(kind))
        .findFirst()
        .map(resource -> context(apiVersion, resource));
  }

  /** Whether there can be such an object. */
  public boolean serves(ObjectKey key) {
    return find(key.apiVersion(), key.kind()).isPresent();
  }

  /**
   * Answers what a chart asks by {@code .Capabilities.APIVersions.Has}: an API version, or one with
   * a kind behind a slash (Helm, pkg/chartutil/capabilities.go).
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
   * The full key of an object of a manifest: with the release's namespace where the kind has one
   * and the chart names none.
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

  /** All kinds whose objects can be listed and deleted, each in one version. */
  List<ResourceDefinitionContext> listable() {
    var groups =
        client.getApiGroups().getGroups().stream()
            // Nobody makes metrics, and their server may be down.
            .filter(group -> !group.getName().endsWith("metrics.k8s.io"))
            .map(group -> group.getPreferredVersion().getGroupVersion());
    return Stream.concat(Stream.of("v1"), groups)
        .flatMap(
            apiVersion ->
                served(apiVersion).stream()
                    .filter(resource -> resource.getVerbs().containsAll(List.of("list", "delete")))
                    .map(resource -> context(apiVersion, resource)))
        .toList();
  }

  private static String groupOf(String apiVersion) {
    return Optional.ofNullable(ApiVersionUtil.trimGroupOrNull(apiVersion)).orElse("");
  }

  /**
   * Forgets all answers: custom resource definitions came or went. Never waits, not even for an
   * answer that is on its way: informers call this on the thread by which that answer comes.
   */
  public void invalidate() {
    answers = new ConcurrentHashMap<>();
  }

  /** By what the items of this API's lists are told apart. */
  static MergeKeys mergeKeys(String apiVersion) {
    return BUILT_IN_GROUP.matcher(groupOf(apiVersion)).matches()
        ? MergeKeys.BUILT_IN
        : MergeKeys.NONE;
  }

  /**
   * Whoever needs an answer first asks, without a lock; others who need it meanwhile wait for the
   * same.
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
