package dev.catamaran.informer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Watches one object by its name, also while it is not there, and keeps a reduced form of it.
 *
 * @param <V> the type that the API delivers
 * @param <R> the reduced form
 */
public final class SingleObject<V extends HasMetadata, R> implements AutoCloseable {
  private final LastingInformer<V> informer;
  private final ReducingStore<V, R> store;

  /** Prepares the watch of {@code resource}, a named one, into the empty {@code store}. */
  public SingleObject(Resource<V> resource, ReducingStore<V, R> store) {
    this.store = store;
    this.informer =
        new LastingInformer<>(
            () -> resource.runnableInformer(0).removeNamespaceIndex().itemStore(store),
            System::nanoTime);
  }

  /**
   * Starts watching and returns when it is known whether the object is there.
   *
   * @throws RuntimeException the API's refusal, or that it did not answer within {@code timeout}
   */
  public void start(Duration timeout) {
    InformerStart.await(List.of(informer), timeout);
  }

  /** The reduced form, if the object is there. */
  public Optional<R> find() {
    return store.all().findFirst();
  }

  @Override
  public void close() {
    informer.close();
  }
}
