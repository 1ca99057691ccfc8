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
   * So many objects a listing's answer has at most: only that many are whole in memory at a time.
   * That of client-go.
   */
  public static final long PAGE = 500;

  /**
   * One for each namespace: an informer empties its store of all that its own listing does not
   * name.
   */
  private final Map<String, ReducingStore<V, R>> stores = new HashMap<>();

  private final Map<String, LastingInformer<V>> informers = new HashMap<>();

  /**
   * Prepares the watches.
   *
   * @param resources the kind
   * @param labelSelector which objects
   * @param namespaces where; {@link WatchedNamespaces#all()} for a cluster-scoped kind
   * @param store makes an empty store
   */
  public <L extends KubernetesResourceList<V>, O extends Resource<V>> ReducedInformer(
      MixedOperation<V, L, O> resources,
      String labelSelector,
      WatchedNamespaces namespaces,
      Supplier<ReducingStore<V, R>> store) {
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
                      .withLimit(PAGE)
                      .runnableInformer(0)
                      .removeNamespaceIndex()
                      .itemStore(empty),
              System::nanoTime));
    }
  }

  /**
   * Starts watching and returns when all that exists is known.
   *
   * @throws RuntimeException the API's refusal, or that it did not answer within {@code timeout}
   */
  public void start(Duration timeout) {
    InformerStart.await(informers.values(), timeout);
  }

  /** What has not been watched for longer, although it should. */
  public Stream<String> silent(Duration longer) {
    return informers.values().stream().flatMap(informer -> informer.silent(longer).stream());
  }

  /** Takes an object that a request answered with, unless a newer version is known. */
  public void offer(V object) {
    var place = placeOf(object.getMetadata().getNamespace());
    storeOf(place).ifPresent(store -> store.offer(object, seen(place)));
  }

  /**
   * Forgets an object that a request found gone.
   *
   * @param version that of the answer: of what went before, the watch may not have told yet; empty
   *     if the answer has none
   */
  public void retract(String namespace, String name, String version) {
    storeOf(placeOf(namespace)).ifPresent(store -> store.retract(namespace, name, version));
  }

  /** The reduced form of an object, if it is there. */
  public Optional<R> find(String namespace, String name) {
    return storeOf(placeOf(namespace)).flatMap(store -> store.reduced(namespace, name));
  }

  /** All reduced forms. */
  public Stream<R> all() {
    return stores.values().stream().flatMap(ReducingStore::all);
  }

  @Override
  public void close() {
    informers.values().forEach(LastingInformer::close);
  }

  /** The version up to which all is known there. */
  private Optional<String> seen(String place) {
    return Optional.ofNullable(informers.get(place))
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
