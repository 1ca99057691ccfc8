package dev.catamaran.informer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** An informer that tries for ever, and knows for how long it has not watched. */
final class LastingInformer<V extends HasMetadata> implements AutoCloseable {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);

  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("informers").daemon().factory());

  private final SharedIndexInformer<V> informer;
  private final LongSupplier nanoTime;
  private final CompletableFuture<Void> firstTry = new CompletableFuture<>();
  private final CompletableFuture<Void> listed = new CompletableFuture<>();
  private Optional<Future<?>> looking = Optional.empty();
  private long lastWatching;
  private boolean hasListed;
  private boolean closed;

  /** Takes an informer that does not run yet. */
  LastingInformer(SharedIndexInformer<V> informer, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.informer =
        informer.exceptionHandler(
            (started, failure) -> {
              firstTry.completeExceptionally(failure);
              return true;
            });
  }

  /**
   * Starts it; the result completes with its first listing, or with the failure of its first try.
   */
  CompletableFuture<Void> start() {
    var unused = informer.start().thenRun(() -> listed.complete(null));
    whenListed(() -> firstTry.complete(null));
    return firstTry;
  }

  void whenListed(Runnable action) {
    var unused = listed.thenRun(action);
  }

  /** Starts the regular checks. */
  synchronized void keep() {
    hasListed |= informer.hasSynced();
    lastWatching = nanoTime.getAsLong();
    looking =
        Optional.of(
            TIMER.scheduleWithFixedDelay(
                this::look,
                BETWEEN_LOOKS.toSeconds(),
                BETWEEN_LOOKS.toSeconds(),
                TimeUnit.SECONDS));
  }

  /** Whether all objects were known once. */
  synchronized boolean isListed() {
    hasListed |= informer.hasSynced();
    return hasListed;
  }

  /** Returns the resource version up to which all changes have been delivered. */
  Optional<String> seen() {
    return Optional.ofNullable(informer.lastSyncResourceVersion());
  }

  /** Names the resource, if it has not been watched for longer than {@code longer}. */
  synchronized Optional<String> silent(Duration longer) {
    return looking.isPresent() && nanoTime.getAsLong() - lastWatching > longer.toNanos()
        ? Optional.of(toString())
        : Optional.empty();
  }

  /** Notes whether the informer watches. */
  synchronized void look() {
    if (!closed && informer.isRunning() && informer.isWatching()) {
      lastWatching = nanoTime.getAsLong();
      hasListed |= informer.hasSynced();
    }
  }

  @Override
  public String toString() {
    return informer.toString();
  }

  @Override
  public synchronized void close() {
    closed = true;
    looking.ifPresent(future -> future.cancel(false));
    informer.close();
  }
}
