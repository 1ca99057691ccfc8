package dev.catamaran.informer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Watches one object by its name, even before it exists, and keeps a reduced form of it.
 *
 * @param <V> the type that the API delivers
 * @param <R> the reduced form
 */
public final class SingleObject<V extends HasMetadata, R> implements AutoCloseable {
  private final LastingInformer<V> informer;
  private final ReducingStore<V, R> store;

  /** Prepares the watch of the named {@code resource}, with the empty {@code store}. */
  public SingleObject(Resource<V> resource, ReducingStore<V, R> store) {
    this.store = store;
    this.informer =
        new LastingInformer<>(
            () -> resource.runnableInformer(0).removeNamespaceIndex().itemStore(store),
            System::nanoTime);
  }

  /**
   * Starts the watch and returns when it is known whether the object exists.
   *
   * @throws RuntimeException if the API server refuses, or does not answer within {@code timeout}
   */
  public void start(Duration timeout) {
    new Places<>(Map.of(WatchedNamespaces.ALL, informer)).start(timeout);
  }

  /** Returns the reduced form, if the object exists. */
  public Optional<R> find() {
    return store.all().findFirst();
  }

  @Override
  public void close() {
    informer.close();
  }
}
