package dev.catamaran.informer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches one kind of object by a label selector, in the manager's namespaces, or one object by its
 * name, and keeps a reduced form of each.
 *
 * @param <V> the type that the API delivers
 * @param <R> the reduced form
 */
public final class ReducedInformer<V extends HasMetadata, R> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ReducedInformer.class);

  /**
   * One store for each namespace: an informer deletes all objects that its own listing does not
   * contain.
   */
  private final Map<String, ReducingStore<V, R>> stores;

  /**
   * One for each namespace: whoever owns a namespace can end the operator's rights in it, or delete
   * it, so the others neither wait for it nor end with it.
   */
  private final Map<String, LastingInformer<V>> informers;

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
    this(new HashMap<>(), new HashMap<>());
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
              scope
                  .withLabelSelector(labelSelector)
                  .withLimit(Pages.SIZE)
                  .runnableInformer(0)
                  .removeNamespaceIndex()
                  .itemStore(empty),
              System::nanoTime));
    }
  }

  ReducedInformer(
      Map<String, ReducingStore<V, R>> stores, Map<String, LastingInformer<V>> informers) {
    this.stores = stores;
    this.informers = informers;
  }

  /**
   * Prepares the watch of the named {@code resource}, which need not exist, with an empty store.
   */
  public static <V extends HasMetadata, R> ReducedInformer<V, R> ofOne(
      Resource<V> resource, ReducingStore<V, R> store) {
    return new ReducedInformer<>(
        Map.of(WatchedNamespaces.ALL, store),
        Map.of(
            WatchedNamespaces.ALL,
            new LastingInformer<>(
                resource.runnableInformer(0).removeNamespaceIndex().itemStore(store),
                System::nanoTime)));
  }

  /**
   * Starts the watches, and returns when each has listed its objects, or failed. A failed one is
   * tried again until it is closed, as long as another one runs.
   *
   * @throws RuntimeException if none can start, or none does within {@code timeout}; then none runs
   */
  public void start(Duration timeout) {
    begin(timeout)
        .ifPresent(
            failure -> {
              close();
              throw failure;
            });
  }

  /** Does the same, but goes on to try if none can start, and returns the failure. */
  public Optional<RuntimeException> begin(Duration timeout) {
    var starts = new LinkedHashMap<LastingInformer<V>, CompletableFuture<Void>>();
    informers.values().forEach(each -> starts.put(each, each.start()));
    var all = CompletableFuture.allOf(starts.values().toArray(CompletableFuture<?>[]::new));
    try {
      all.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS).join();
    } catch (CompletionException e) {
      if (starts.values().stream().noneMatch(ReducedInformer::isDone)) {
        return Optional.of(e.getCause() instanceof RuntimeException refusal ? refusal : e);
      }
      starts.forEach(ReducedInformer::tell);
    } finally {
      informers.values().forEach(LastingInformer::keep);
    }
    return Optional.empty();
  }

  private static boolean isDone(CompletableFuture<Void> start) {
    return start.isDone() && !start.isCompletedExceptionally();
  }

  private static void tell(LastingInformer<?> informer, CompletableFuture<Void> start) {
    if (!isDone(start)) {
      log.warn(
          "{} cannot be watched, and is tried again until it can: {}. If the namespace is being"
              + " deleted without the operator's permissions, its custom resources keep the finalizer:"
              + " give the permissions back, or remove the finalizer",
          informer,
          start.isDone() ? start.exceptionNow().getMessage() : "no answer yet");
    }
  }

  /** Runs {@code action} at each namespace whose objects are known, now or later. */
  public void whenListed(Runnable action) {
    informers.values().forEach(each -> each.whenListed(action));
  }

  /** Whether the objects of a namespace are known; an empty one stands for the whole cluster. */
  public boolean isListed(String namespace) {
    return Optional.ofNullable(informers.get(placeOf(namespace)))
        .filter(LastingInformer::isListed)
        .isPresent();
  }

  /**
   * Names the resources that have not been watched for longer than {@code longer}, although they
   * should be; none while another namespace's are watched: it is that namespace's concern then.
   */
  public Stream<String> silent(Duration longer) {
    var silent = informers.values().stream().flatMap(each -> each.silent(longer).stream()).toList();
    return silent.size() < informers.size() ? Stream.empty() : silent.stream();
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
    informers.values().forEach(LastingInformer::close);
  }

  /**
   * Returns the resource version up to which the watch of a namespace has delivered all changes.
   */
  public Optional<String> seen(@Nullable String namespace) {
    return Optional.ofNullable(informers.get(placeOf(namespace))).flatMap(LastingInformer::seen);
  }

  private String placeOf(@Nullable String namespace) {
    return namespace != null && stores.containsKey(namespace) ? namespace : WatchedNamespaces.ALL;
  }

  private Optional<ReducingStore<V, R>> storeOf(String place) {
    return Optional.ofNullable(stores.get(place));
  }
}
