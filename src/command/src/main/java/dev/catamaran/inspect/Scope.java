package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.watch.Watch;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.net.HttpURLConnection;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The primaries of a command: those of a namespace, or of all. */
public final class Scope {
  private final Cluster cluster;
  private final String namespace;
  private final List<Watch> watches;
  private final Kinds kinds;

  private Scope(Cluster cluster, String namespace, List<Watch> watches) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.watches = watches;
    this.kinds = new Kinds(cluster.client(), watches);
  }

  /**
   * Makes a scope.
   *
   * @param namespace empty for the namespace of the kubeconfig
   * @param isEverywhere whether all namespaces count
   * @param watchesFile empty for ./watches.yaml, which need not exist
   * @throws ManagerException if the file cannot be used
   */
  public static Scope of(
      Cluster cluster,
      Optional<String> namespace,
      boolean isEverywhere,
      Optional<Path> watchesFile) {
    return new Scope(
        cluster,
        isEverywhere ? "" : namespace.orElseGet(cluster::namespace),
        WatchesOfPeople.read(watchesFile));
  }

  /** Returns the client, with the rights of the kubeconfig. */
  public KubernetesClient client() {
    return cluster.client();
  }

  /** Returns the namespace; empty for all. */
  String namespace() {
    return namespace;
  }

  /** Returns all primaries, by kind, namespace and name. */
  public PrimaryList list() {
    return new PrimaryList(
        listedKinds().stream()
            .flatMap(kind -> sorted(primaries(kind)).map(PrimaryRow::of))
            .toList());
  }

  private static Stream<PrimaryObject> sorted(Stream<PrimaryObject> primaries) {
    return primaries.sorted(
        Comparator.comparing(PrimaryObject::namespace).thenComparing(PrimaryObject::name));
  }

  /**
   * Returns the primaries of a kind. The API server lists a kind for a moment after the deletion of
   * its definition; then there are none.
   */
  public Stream<PrimaryObject> primaries(PrimaryKind kind) {
    try {
      return at(kind).list().getItems().stream().map(found -> PrimaryObject.of(kind, found));
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        return Stream.of();
      }
      throw e;
    }
  }

  /**
   * Returns the kinds of watches.yaml. Without the file: the custom kinds in the category {@code
   * catamaran}, and those with a primary that a chart makes.
   */
  public List<PrimaryKind> listedKinds() {
    return watches.isEmpty()
        ? kinds.custom().stream()
            .filter(
                kind ->
                    kind.isInCategory() || primaries(kind).anyMatch(PrimaryObject::hasFinalizer))
            .toList()
        : kinds.watched();
  }

  /** Returns the access to the primaries of a kind. */
  FilterWatchListDeletable<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      at(PrimaryKind kind) {
    var all = client().genericKubernetesResources(kind.context());
    FilterWatchListDeletable<
            GenericKubernetesResource,
            GenericKubernetesResourceList,
            Resource<GenericKubernetesResource>>
        within =
            !kind.isNamespaced() || namespace.isEmpty()
                ? all.inAnyNamespace()
                : all.inNamespace(namespace);
    return kind.watch()
        .map(Watch::options)
        .map(options -> options.selector())
        .filter(selector -> !selector.isEmpty())
        .<FilterWatchListDeletable<
                GenericKubernetesResource,
                GenericKubernetesResourceList,
                Resource<GenericKubernetesResource>>>
            map(selector -> within.withLabelSelector(selector.toSelectorString()))
        .orElse(within);
  }

  /**
   * Returns the kind of a target.
   *
   * @throws ManagerException if there is no such kind
   */
  PrimaryKind kind(Target target) {
    return kinds.find(target.kind());
  }

  /** Returns the access to one primary. */
  Resource<GenericKubernetesResource> resource(PrimaryKind kind, Target target) {
    var all = client().genericKubernetesResources(kind.context());
    return kind.isNamespaced()
        ? all.inNamespace(required()).withName(target.name())
        : all.withName(target.name());
  }

  private String required() {
    if (namespace.isEmpty()) {
      throw new ManagerException(
          "--all-namespaces: a single primary is in one namespace; write --namespace");
    }
    return namespace;
  }

  /**
   * Returns a primary.
   *
   * @throws ManagerException if it does not exist
   */
  public PrimaryObject primary(Target target) {
    var kind = kind(target);
    return Optional.ofNullable(resource(kind, target).get())
        .map(found -> PrimaryObject.of(kind, found))
        .orElseThrow(() -> missing(kind, target));
  }

  /** Returns the sentence about a primary that does not exist. */
  ManagerException missing(PrimaryKind kind, Target target) {
    var what = kind.qualified() + "/" + target.name();
    return new ManagerException(
        kind.isNamespaced()
            ? "there is no %s in namespace %s; write another --namespace, or find it with catamaran status --all-namespaces"
                .formatted(what, namespace)
            : "there is no %s; catamaran status lists all".formatted(what));
  }
}
