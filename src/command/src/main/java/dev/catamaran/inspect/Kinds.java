package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.cluster.ServedResource;
import dev.catamaran.manifest.BuiltInGroups;
import dev.catamaran.watch.Watch;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Finds kinds by the names that people write. */
final class Kinds {
  private static final int MOST_PROPOSALS = 5;

  private final KubernetesClient client;
  private final List<Watch> watches;
  private final Map<String, PrimaryKind> known = new ConcurrentHashMap<>();

  /** Prefers the kinds of {@code watches}. */
  Kinds(KubernetesClient client, List<Watch> watches) {
    this.client = client;
    this.watches = watches;
  }

  /** Returns the served kinds of watches.yaml, in its order. */
  List<PrimaryKind> watched() {
    return watches.stream().flatMap(watch -> watched(watch).stream()).toList();
  }

  private Optional<PrimaryKind> watched(Watch watch) {
    return served(watch.gvk().apiVersion())
        .filter(resource -> resource.getKind().equals(watch.gvk().kind()))
        .findFirst()
        .map(found -> PrimaryKind.of(watch.gvk().apiVersion(), found, Optional.of(watch)));
  }

  /**
   * Returns the custom kinds of the cluster, in the preferred version of each group where that
   * serves them. Every person may list them, other than their definitions.
   */
  List<PrimaryKind> custom() {
    return client.getApiGroups().getGroups().stream()
        .filter(group -> isCustom(group.getName()))
        .flatMap(group -> ServedResource.of(group, this::served))
        .filter(found -> isListed(found.resource()))
        .map(found -> PrimaryKind.of(found.apiVersion(), found.resource(), Optional.empty()))
        .toList();
  }

  /** Some aggregated APIs only answer questions: their kinds have no objects. */
  private static boolean isListed(APIResource resource) {
    return Optional.ofNullable(resource.getVerbs()).orElse(List.of("list")).contains("list");
  }

  /** Metrics are no objects that a person makes. */
  private static boolean isCustom(String group) {
    return !BuiltInGroups.contains(group) && !group.endsWith("metrics.k8s.io");
  }

  /**
   * Returns the kind of that name. Asks the API server the first time alone.
   *
   * @param name kind, plural or short name, with or without the group
   * @throws ManagerException if no kind has the name, or several have it
   */
  PrimaryKind find(String name) {
    var kind = known.get(name);
    if (kind == null) {
      kind = search(name);
      known.put(name, kind);
    }
    return kind;
  }

  private PrimaryKind search(String name) {
    var watched = watched();
    var found = named(name, watched);
    if (!found.isEmpty()) {
      return only(name, found);
    }
    var custom = custom();
    found = named(name, custom);
    if (found.isEmpty()) {
      throw new ManagerException(unknown(name, Stream.concat(watched.stream(), custom.stream())));
    }
    return only(name, found);
  }

  private static List<PrimaryKind> named(String name, List<PrimaryKind> kinds) {
    return kinds.stream().filter(kind -> kind.isNamed(name)).toList();
  }

  private static PrimaryKind only(String name, List<PrimaryKind> found) {
    if (found.size() > 1) {
      throw new ManagerException(
          "\"%s\" names several kinds; write one of %s"
              .formatted(
                  name, String.join(", ", found.stream().map(PrimaryKind::qualified).toList())));
    }
    return found.getFirst();
  }

  private static String unknown(String name, Stream<PrimaryKind> kinds) {
    var known = kinds.distinct().toList();
    var near = NearNames.of(name, known).stream().limit(MOST_PROPOSALS).toList();
    return near.isEmpty()
        ? "the cluster has no kind \"%s\"; kubectl api-resources lists all kinds".formatted(name)
        : "the cluster has no kind \"%s\"; did you mean %s?"
            .formatted(name, String.join(" or ", near));
  }

  private Stream<APIResource> served(String apiVersion) {
    try {
      return Optional.ofNullable(client.getApiResources(apiVersion))
          .map(APIResourceList::getResources)
          .stream()
          .flatMap(List::stream)
          .filter(resource -> !resource.getName().contains("/"));
    } catch (KubernetesClientException e) {
      // The server of an aggregated API may be down.
      if (e.getCode() == HttpURLConnection.HTTP_UNAVAILABLE
          || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        return Stream.of();
      }
      throw e;
    }
  }
}
