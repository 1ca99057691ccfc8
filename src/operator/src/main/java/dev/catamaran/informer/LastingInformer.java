package dev.catamaran.informer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An informer that knows for how long it has not watched, and can be tried again after a failed
 * start. The client's informer itself retries for ever once it runs.
 */
final class LastingInformer<V extends HasMetadata> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LastingInformer.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);
  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("informers").daemon().factory());

  private final Supplier<SharedIndexInformer<V>> factory;
  private final LongSupplier nanoTime;
  private SharedIndexInformer<V> current;
  private Optional<Future<?>> looking = Optional.empty();
  private long lastWatching;
  private boolean hasListed;
  private boolean closed;

  /** Prepares an informer; {@code factory} creates one that does not run yet. */
  LastingInformer(Supplier<SharedIndexInformer<V>> factory, LongSupplier nanoTime) {
    this.factory = factory;
    this.nanoTime = nanoTime;
    // A running informer retries for ever. A failed start is reported to the caller.
    this.current = factory.get().exceptionHandler((started, failure) -> started);
  }

  synchronized SharedIndexInformer<V> current() {
    return current;
  }

  /** Starts the regular checks, after the start of the informer. */
  synchronized void keep() {
    hasListed = current.hasSynced();
    lastWatching = nanoTime.getAsLong();
    looking =
        Optional.of(
            TIMER.scheduleWithFixedDelay(
                this::look,
                BETWEEN_LOOKS.toSeconds(),
                BETWEEN_LOOKS.toSeconds(),
                TimeUnit.SECONDS));
  }

  /** Does the same after a failed start, which is tried again from now on. */
  synchronized void insist(String why) {
    log.warn(
        "{} cannot be watched, and is tried again until it can: {}. If the namespace is being"
            + " deleted without the operator's permissions, its primaries keep the finalizer: give the"
            + " permissions back, or remove the finalizer",
        current,
        why);
    keep();
    current.close();
    current = factory.get().exceptionHandler((started, failure) -> true);
    var unused = current.start();
  }

  /** Whether all objects were known once. */
  synchronized boolean isListed() {
    hasListed |= current.hasSynced();
    return hasListed;
  }

  /** Names the resource, if it has not been watched for longer than {@code longer}. */
  synchronized Optional<String> silent(Duration longer) {
    return looking.isPresent() && nanoTime.getAsLong() - lastWatching > longer.toNanos()
        ? Optional.of(current.toString())
        : Optional.empty();
  }

  /** Notes whether the informer watches. */
  synchronized void look() {
    if (!closed && current.isRunning() && current.isWatching()) {
      lastWatching = nanoTime.getAsLong();
      hasListed |= current.hasSynced();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    looking.ifPresent(future -> future.cancel(false));
    current.close();
  }
}
