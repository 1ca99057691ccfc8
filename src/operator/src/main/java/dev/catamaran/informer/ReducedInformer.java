package dev.catamaran.informer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Watches one kind of object by a label selector, in the manager's namespaces, and keeps a reduced
 * form of each.
 *
 * @param <V> the type that the API delivers
 * @param <R> the reduced form
 */
public final class ReducedInformer<V extends HasMetadata, R> implements AutoCloseable {
  /**
   * One store for each namespace: an informer deletes all objects that its own listing does not
   * contain.
   */
  private final Map<String, ReducingStore<V, R>> stores = new HashMap<>();

  private final Places<V> places;

  /**
   * Prepares the watches.
   *
   * @param resources the kind
   * @param labelSelector selects the objects
   * @param namespaces watched namespaces; {@link WatchedNamespaces#all()} for a cluster-scoped kind
   * @param store creates an empty store
   */
  public <L extends KubernetesResourceList<V>, O extends Resource<V>> ReducedInformer(
      MixedOperation<V, L, O> resources,
      String labelSelector,
      WatchedNamespaces namespaces,
      Supplier<ReducingStore<V, R>> store) {
    var informers = new HashMap<String, LastingInformer<V>>();
    for (var namespace : namespaces.watches()) {
      FilterWatchListDeletable<V, L, O> scope =
          namespace.equals(WatchedNamespaces.ALL)
              ? resources.inAnyNamespace()
              : resources.inNamespace(namespace);
      var empty = store.get();
      stores.put(namespace, empty);
      informers.put(
          namespace,
          new LastingInformer<>(
              () ->
                  scope
                      .withLabelSelector(labelSelector)
                      .withLimit(Pages.SIZE)
                      .runnableInformer(0)
                      .removeNamespaceIndex()
                      .itemStore(empty),
              System::nanoTime));
    }
    this.places = new Places<>(informers);
  }

  /**
   * Starts the watches and returns when all existing objects are known. A namespace in which this
   * fails comes later, if it does not fail in all.
   *
   * @throws RuntimeException if the API server refuses, or does not answer within {@code timeout}
   */
  public void start(Duration timeout) {
    places.start(timeout);
  }

  /** Whether the objects of a namespace are known; an empty one stands for the whole cluster. */
  public boolean isListed(String namespace) {
    return Optional.ofNullable(places.informers().get(placeOf(namespace)))
        .filter(LastingInformer::isListed)
        .isPresent();
  }

  /**
   * Names the resources that have not been watched for longer than {@code longer}, although they
   * should be.
   */
  public Stream<String> silent(Duration longer) {
    return places.silent(longer);
  }

  /** Stores an object from the answer to a request, unless a newer version is known. */
  public void offer(V object) {
    var namespace = object.getMetadata().getNamespace();
    storeOf(placeOf(namespace)).ifPresent(store -> store.offer(object, seen(namespace)));
  }

  /**
   * Forgets an object that does not exist any more, according to a request, unless a newer version
   * is known.
   *
   * @param version resource version of the answer: the watch may still deliver older versions of
   *     the object; empty if the answer has none
   */
  public void retract(String namespace, String name, String version) {
    storeOf(placeOf(namespace)).ifPresent(store -> store.retract(namespace, name, version));
  }

  /** Forgets a deleted object: the watch may still deliver any of its versions. */
  public void forget(String namespace, String name) {
    storeOf(placeOf(namespace)).ifPresent(store -> store.forget(namespace, name));
  }

  /** Returns the reduced form of an object, if the object exists. */
  public Optional<R> find(String namespace, String name) {
    return storeOf(placeOf(namespace)).flatMap(store -> store.reduced(namespace, name));
  }

  /** Returns the known resource version of an object, if the object exists. */
  public Optional<String> version(String namespace, String name) {
    return storeOf(placeOf(namespace)).flatMap(store -> store.version(namespace, name));
  }

  public Stream<R> all() {
    return stores.values().stream().flatMap(ReducingStore::all);
  }

  @Override
  public void close() {
    places.close();
  }

  /**
   * Returns the resource version up to which the watch of a namespace has delivered all changes.
   */
  public Optional<String> seen(@Nullable String namespace) {
    return Optional.ofNullable(places.informers().get(placeOf(namespace)))
        .map(LastingInformer::current)
        .map(SharedIndexInformer::lastSyncResourceVersion);
  }

  private String placeOf(@Nullable String namespace) {
    return namespace != null && stores.containsKey(namespace) ? namespace : WatchedNamespaces.ALL;
  }

  private Optional<ReducingStore<V, R>> storeOf(String place) {
    return Optional.ofNullable(stores.get(place));
  }
}
