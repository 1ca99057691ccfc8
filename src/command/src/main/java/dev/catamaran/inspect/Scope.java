package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.HelmSyntax;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.informer.Pages;
import dev.catamaran.inspect.PrimaryRow.PrimaryList;
import dev.catamaran.project.OfflineEnvironment;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watches;
import dev.catamaran.watch.WatchesLoader;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The primaries of a command: those of a namespace, or of all.
 *
 * @param namespace empty for all
 * @param apis what the API server serves, as it was minutes ago at most
 */
public record Scope(Cluster cluster, String namespace, Kinds kinds, ApiResources apis) {
  public Scope(Cluster cluster, String namespace, List<Watch> watches) {
    this(
        cluster,
        namespace,
        new Kinds(cluster.client(), watches),
        new ApiResources(cluster.client()));
  }

  /**
   * Makes a scope.
   *
   * @param namespace empty for the namespace of the kubeconfig
   * @param watchesFile empty for ./watches.yaml, which need not exist
   */
  public static Scope of(
      Cluster cluster,
      Optional<String> namespace,
      boolean isEverywhere,
      Optional<Path> watchesFile) {
    return new Scope(
        cluster, isEverywhere ? "" : namespace.orElseGet(cluster::namespace), watches(watchesFile));
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
          cluster, isEverywhere ? "" : namespace.orElseGet(cluster::namespace), List.of());
    }
  }

  /**
   * Reads a watches.yaml on the machine of a person, who has no environment of the operator.
   * Returns no entry if no file is given and the default one does not exist.
   *
   * @param given empty for ./watches.yaml
   */
  public static List<Watch> watches(Optional<Path> given) {
    var file = given.orElse(Path.of("watches.yaml"));
    if (given.isEmpty() && !Files.exists(file)) {
      return List.of();
    }
    return watches(file, template -> OfflineEnvironment.TEMPLATE, new OfflineEnvironment(Map.of()))
        .watches();
  }

  /** Reads a watches.yaml, and none of its charts. */
  public static Watches watches(Path file, HelmSyntax syntax, Map<String, String> environment) {
    try {
      return new WatchesLoader(chart -> {}, syntax).load(file, environment, name -> true);
    } catch (InvalidWatchesException e) {
      throw new ManagerException(String.valueOf(e.getMessage()));
    }
  }

  public Scope within(String name) {
    return new Scope(cluster, name, kinds, apis);
  }

  public KubernetesClient client() {
    return cluster.client();
  }

  public ManagerException explained(KubernetesClientException failure) {
    return ApiFailure.of(failure, String.valueOf(client().getMasterUrl()));
  }

  /**
   * Returns the primaries of the kinds of watches.yaml, or without the file of all kinds of
   * Catamaran's operators. A kind that this person must not list is only named.
   */
  public Listing list() {
    return listing(kinds.known(), "", kinds.unserved());
  }

  /**
   * Returns the primaries of one kind.
   *
   * @param kind as a person writes it
   * @param selector of labels; empty for all
   */
  public Listing list(String kind, String selector) {
    return listing(List.of(kinds.find(kind)), selector, Optional.empty());
  }

  private Listing listing(List<PrimaryKind> wanted, String selector, Optional<String> unserved) {
    var listed = new LinkedHashMap<PrimaryKind, List<PrimaryObject>>();
    var refusals = new LinkedHashMap<PrimaryKind, KubernetesClientException>();
    for (var kind : wanted) {
      try {
        listed.put(kind, primaries(kind, selector));
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
    return new Listing(listed, List.copyOf(refusals.sequencedKeySet()), unserved);
  }

  /**
   * Returns the primaries of a kind, by namespace and name. The API server lists a kind for a
   * moment after the deletion of its definition, and kinds of aggregated APIs that it cannot list;
   * then there are none.
   */
  private List<PrimaryObject> primaries(PrimaryKind kind, String selector) {
    try {
      return Pages.all(at(kind).withLabelSelector(selector)::list).stream()
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

  FilterWatchListDeletable<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      at(PrimaryKind kind) {
    var all = client().genericKubernetesResources(kind.context());
    return !kind.isNamespaced() || namespace.isEmpty()
        ? all.inAnyNamespace()
        : all.inNamespace(namespace);
  }

  /** Refuses a namespace that does not exist; not if this person must not know. */
  public void requireNamespace() {
    try {
      if (namespace.isEmpty() || client().namespaces().withName(namespace).get() != null) {
        return;
      }
    } catch (KubernetesClientException e) {
      return;
    }
    throw new ManagerException(
        "there is no namespace %s; write another --namespace, or --all-namespaces"
            .formatted(namespace));
  }

  public Resource<GenericKubernetesResource> resource(PrimaryKind kind, String name) {
    var all = client().genericKubernetesResources(kind.context());
    return kind.isNamespaced() ? all.inNamespace(required()).withName(name) : all.withName(name);
  }

  private String required() {
    if (namespace.isEmpty()) {
      throw new ManagerException(
          "--all-namespaces: a single custom resource is in one namespace; write --namespace");
    }
    return namespace;
  }

  public PrimaryObject primary(Target target) {
    var kind = kinds.find(target.kind());
    return Optional.ofNullable(resource(kind, target.name()).get())
        .map(found -> PrimaryObject.of(kind, found))
        .orElseThrow(() -> missing(kind, target));
  }

  public PrimaryRelease release(Target target) {
    return PrimaryRelease.of(client(), primary(target));
  }

  public ManagerException missing(PrimaryKind kind, Target target) {
    var what = kind.qualified() + "/" + target.name();
    return new ManagerException(
        kind.isNamespaced()
            ? "there is no %s in namespace %s; write another --namespace, or find it with catamaran status --all-namespaces"
                .formatted(what, namespace)
            : "there is no %s; catamaran status lists all".formatted(what));
  }

  /**
   * The primaries that a person may list.
   *
   * @param listed by their kinds
   * @param refused the kinds that the API server does not let this person list
   * @param unserved a sentence about the kinds of watches.yaml that the cluster does not serve;
   *     empty if there are none
   */
  public record Listing(
      SequencedMap<PrimaryKind, List<PrimaryObject>> listed,
      List<PrimaryKind> refused,
      Optional<String> unserved) {
    private static final int MOST_NAMES = 3;

    public Stream<PrimaryObject> primaries() {
      return listed.values().stream().flatMap(List::stream);
    }

    public PrimaryList rows() {
      return new PrimaryList(primaries().map(PrimaryRow::of).toList());
    }

    /** Returns a sentence about the kinds that are not in the list; empty if there are none. */
    public Optional<String> note() {
      return Stream.concat(forbidden().stream(), unserved.stream())
          .reduce((one, other) -> one + "; " + other);
    }

    public Optional<String> forbidden() {
      if (refused.isEmpty()) {
        return Optional.empty();
      }
      var shown =
          refused.stream()
              .limit(MOST_NAMES)
              .map(PrimaryKind::qualified)
              .collect(Collectors.joining(", "));
      var more =
          refused.size() > MOST_NAMES ? " and %d more".formatted(refused.size() - MOST_NAMES) : "";
      return Optional.of(
          "not listed, because you have no permission to list them: " + shown + more);
    }
  }
}
