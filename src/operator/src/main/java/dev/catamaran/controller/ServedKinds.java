package dev.catamaran.controller;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.informer.ReducedInformer;
import dev.catamaran.informer.ReducingStore;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manifest.BuiltInGroups;
import dev.catamaran.webhook.ServedDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows the kinds that the API server serves, from one watch on CustomResourceDefinitions. */
public final class ServedKinds implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ServedKinds.class);
  private static final Duration FIRST_LISTING = Duration.ofSeconds(30);

  private static final Duration BETWEEN_TRIES = Duration.ofMinutes(1);

  /** Without the watch, questions within this time share the answers of discovery. */
  private static final Duration ONE_MOMENT = Duration.ofSeconds(2);

  /** Discovery answers do not change for a moment after a definition appears or disappears. */
  private final Executor later =
      CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS, Thread::startVirtualThread);

  private final ApiResources apis;
  private final Supplier<ReducedInformer<CustomResourceDefinition, ServedDefinition>> watches;
  private final Runnable onChange;
  private final BiConsumer<String, String> onSchema;
  private final LongSupplier nanos;
  private final Executor nextTry;
  private final AtomicLong asked;
  private volatile Optional<ReducedInformer<CustomResourceDefinition, ServedDefinition>> watch =
      Optional.empty();
  private volatile boolean closed;

  /**
   * Prepares the watch.
   *
   * @param onChange called when kinds appear or disappear; must return quickly
   * @param onSchema called with the group and kind of a changed definition; must return quickly
   */
  public ServedKinds(
      KubernetesClient client,
      ApiResources apis,
      Runnable onChange,
      BiConsumer<String, String> onSchema) {
    this(
        client,
        apis,
        onChange,
        onSchema,
        System::nanoTime,
        CompletableFuture.delayedExecutor(
            BETWEEN_TRIES.toSeconds(), TimeUnit.SECONDS, Thread::startVirtualThread));
  }

  /** Uses a given clock, and runs each further try to start by {@code nextTry}. */
  ServedKinds(
      KubernetesClient client,
      ApiResources apis,
      Runnable onChange,
      BiConsumer<String, String> onSchema,
      LongSupplier nanos,
      Executor nextTry) {
    var changes = new Changes();
    this.apis = apis;
    this.onChange = onChange;
    this.onSchema = onSchema;
    this.nanos = nanos;
    this.nextTry = nextTry;
    this.asked = new AtomicLong(nanos.getAsLong());
    this.watches =
        () ->
            new ReducedInformer<>(
                client.resources(CustomResourceDefinition.class),
                "",
                WatchedNamespaces.all(),
                () ->
                    new ReducingStore<>(
                        CustomResourceDefinition::new, ServedDefinition::of, changes));
  }

  /**
   * Starts the watch. If the API server refuses, or does not answer in time, this is tried again
   * every minute. Until it succeeds, {@link #isWatching} is false and callers must ask from time to
   * time.
   */
  public void start() {
    begin()
        .ifPresent(
            failure -> {
              log.warn(
                  "CustomResourceDefinitions cannot be watched, so the API is asked every few"
                      + " seconds which kinds it serves; the watch is tried again every {} s: {}",
                  BETWEEN_TRIES.toSeconds(),
                  failure.getMessage());
              nextTry.execute(this::beginAgain);
            });
  }

  private void beginAgain() {
    if (closed) {
      return;
    }
    var failure = begin();
    if (failure.isPresent()) {
      log.debug("CustomResourceDefinitions cannot be watched yet", failure.get());
      nextTry.execute(this::beginAgain);
    } else if (isWatching()) {
      log.info("CustomResourceDefinitions are watched now");
      runListener();
    }
  }

  /** Returns the failure, if the watch cannot be started. */
  private Optional<RuntimeException> begin() {
    var begun = watches.get();
    try {
      begun.start(FIRST_LISTING);
    } catch (RuntimeException e) {
      return Optional.of(e);
    }
    use(begun);
    return Optional.empty();
  }

  private synchronized void use(ReducedInformer<CustomResourceDefinition, ServedDefinition> begun) {
    if (closed) {
      begun.close();
    } else {
      watch = Optional.of(begun);
    }
  }

  /** Whether each change of a definition is known at once. */
  public boolean isWatching() {
    return watch.isPresent();
  }

  /** Whether the API server serves a kind, with or without a definition. */
  public boolean contains(GroupVersionKind gvk) {
    if (!isWatching()) {
      forgetEarlierAnswers();
    }
    return definitions().stream().anyMatch(definition -> definition.serves(gvk))
        || (!isDefined(gvk) && apis.find(gvk.apiVersion(), gvk.kind()).isPresent());
  }

  /** Returns what should be watched, but has not been for {@code longer}. */
  public Stream<String> silent(Duration longer) {
    return watch.stream().flatMap(informer -> informer.silent(longer));
  }

  public List<ServedDefinition> definitions() {
    return watch.stream().flatMap(ReducedInformer::all).toList();
  }

  @Override
  public synchronized void close() {
    closed = true;
    watch.ifPresent(ReducedInformer::close);
  }

  private void forgetEarlierAnswers() {
    long now = nanos.getAsLong();
    long last = asked.get();
    if (now - last > ONE_MOMENT.toNanos() && asked.compareAndSet(last, now)) {
      apis.invalidate();
    }
  }

  /**
   * Whether only definitions serve a group. Discovery is not asked then: it lags behind when a
   * definition is deleted.
   */
  private boolean isDefined(GroupVersionKind gvk) {
    return isWatching() && !BuiltInGroups.contains(gvk.group());
  }

  // The first list contains no changes: no caller has asked yet, or all are told after it.
  private void changed() {
    if (isWatching()) {
      runListener();
      later.execute(this::runListener);
    }
  }

  private void runListener() {
    apis.invalidate();
    onChange.run();
  }

  private final class Changes implements ReducingStore.Listener<ServedDefinition> {
    @Override
    public void added(ServedDefinition now) {
      ServedKinds.this.changed();
    }

    @Override
    public void changed(ServedDefinition before, ServedDefinition now) {
      if (!now.servesAs(before)) {
        ServedKinds.this.changed();
      }
      if (now.generation() != before.generation()) {
        // The API server uses the new schema a moment later.
        later.execute(() -> onSchema.accept(now.group(), now.kind()));
      }
    }

    @Override
    public void removed(ServedDefinition last) {
      ServedKinds.this.changed();
    }
  }
}
