package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.informer.Pages;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The primaries of a command: those of a namespace, or of all. */
public final class Scope {
  private final Cluster cluster;
  private final String namespace;
  private final String selector;
  private final List<Watch> watches;
  private final Kinds kinds;
  private final ApiResources apis;

  Scope(Cluster cluster, String namespace, String selector, List<Watch> watches) {
    this(
        cluster,
        namespace,
        selector,
        watches,
        new Kinds(cluster.client(), watches),
        new ApiResources(cluster.client()));
  }

  private Scope(
      Cluster cluster,
      String namespace,
      String selector,
      List<Watch> watches,
      Kinds kinds,
      ApiResources apis) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.selector = selector;
    this.watches = watches;
    this.kinds = kinds;
    this.apis = apis;
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
        "",
        LocalWatches.read(watchesFile));
  }

  /** Makes a scope; a file that cannot be used counts as absent. */
  public static Scope tolerant(
      Cluster cluster,
      Optional<String> namespace,
      boolean isEverywhere,
      Optional<Path> watchesFile) {
    try {
      return of(cluster, namespace, isEverywhere, watchesFile);
    } catch (ManagerException e) {
      return new Scope(
          cluster, isEverywhere ? "" : namespace.orElseGet(cluster::namespace), "", List.of());
    }
  }

  /** Returns the scope with those primaries alone that match a label selector. */
  public Scope selecting(String labels) {
    return new Scope(cluster, namespace, labels, watches, kinds, apis);
  }

  /** Returns the scope with the primaries of one namespace. */
  public Scope within(String name) {
    return new Scope(cluster, name, selector, watches, kinds, apis);
  }

  /** Returns a refused or unanswered request as a sentence with its remedy. */
  public ManagerException explained(KubernetesClientException failure) {
    return ApiFailure.of(failure, String.valueOf(client().getMasterUrl()));
  }

  /** Returns the client, with the rights of the kubeconfig. */
  public KubernetesClient client() {
    return cluster.client();
  }

  /** Returns what the API server serves, as it was minutes ago at most. */
  ApiResources apis() {
    return apis;
  }

  /** Returns the namespace; empty for all. */
  String namespace() {
    return namespace;
  }

  /**
   * Returns the primaries of the kinds of watches.yaml, or without the file of all kinds of
   * Catamaran's operators. A kind that this person must not list is only named.
   */
  public Listing list() {
    return listing(known());
  }

  /** Returns the kinds of watches.yaml; without the file, those of Catamaran's operators. */
  public List<PrimaryKind> known() {
    return watches.isEmpty() ? kinds.ofOperators() : kinds.watched();
  }

  /**
   * Returns the primaries of one kind.
   *
   * @param kind as a person writes it
   * @throws ManagerException if there is no such kind
   */
  public Listing list(String kind) {
    return listing(List.of(kinds.find(kind)));
  }

  /**
   * Returns these primaries, in this order.
   *
   * @throws ManagerException if one does not exist
   */
  public PrimaryList list(List<Target> targets) {
    return new PrimaryList(targets.stream().map(this::primary).map(PrimaryRow::of).toList());
  }

  private Listing listing(List<PrimaryKind> wanted) {
    var listed = new LinkedHashMap<PrimaryKind, List<PrimaryObject>>();
    var refusals = new LinkedHashMap<PrimaryKind, KubernetesClientException>();
    for (var kind : wanted) {
      try {
        listed.put(kind, primaries(kind));
      } catch (KubernetesClientException e) {
        if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
          throw e;
        }
        refusals.put(kind, e);
      }
    }
    if (listed.isEmpty() && !refusals.isEmpty()) {
      throw refusals.firstEntry().getValue();
    }
    return new Listing(listed, List.copyOf(refusals.sequencedKeySet()));
  }

  /**
   * Returns the primaries of a kind, by namespace and name. The API server lists a kind for a
   * moment after the deletion of its definition, and kinds of aggregated APIs that it cannot list;
   * then there are none.
   */
  private List<PrimaryObject> primaries(PrimaryKind kind) {
    try {
      return Pages.all(at(kind)::list).stream()
          .map(found -> PrimaryObject.of(kind, found))
          .sorted(Comparator.comparing(PrimaryObject::namespace).thenComparing(PrimaryObject::name))
          .toList();
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND
          || e.getCode() == HttpURLConnection.HTTP_BAD_METHOD) {
        return List.of();
      }
      throw e;
    }
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
    var labels =
        Stream.of(ofWatch(kind), selector)
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining(","));
    return labels.isEmpty() ? within : within.withLabelSelector(labels);
  }

  private static String ofWatch(PrimaryKind kind) {
    return kind.watch().map(watch -> watch.options().selector().toSelectorString()).orElse("");
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
