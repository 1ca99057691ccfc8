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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows the kinds that the API server serves, from one watch on CustomResourceDefinitions. */
public final class ServedKinds implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ServedKinds.class);
  private static final Duration FIRST_LISTING = Duration.ofSeconds(30);

  /** Without the watch, questions within this time share the answers of discovery. */
  private static final Duration ONE_MOMENT = Duration.ofSeconds(2);

  /** Discovery answers do not change for a moment after a definition appears or disappears. */
  private final Executor later =
      CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS, Thread::startVirtualThread);

  private final ApiResources apis;
  private final ReducedInformer<CustomResourceDefinition, ServedDefinition> watch;
  private final Runnable onChange;
  private final BiConsumer<String, String> onSchema;
  private final AtomicLong asked = new AtomicLong(System.nanoTime());

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
    this.apis = apis;
    this.onChange = onChange;
    this.onSchema = onSchema;
    var changes = new Changes();
    this.watch =
        new ReducedInformer<>(
            client.resources(CustomResourceDefinition.class),
            "",
            WatchedNamespaces.all(),
            () ->
                new ReducingStore<>(CustomResourceDefinition::new, ServedDefinition::of, changes));
  }

  /**
   * Starts the watch. If the API server refuses, or does not answer in time, this is tried again.
   * Until it succeeds, {@link #isWatching} is false and callers must ask from time to time.
   */
  public void start() {
    watch
        .begin(FIRST_LISTING)
        .ifPresent(
            failure -> {
              log.warn(
                  "CustomResourceDefinitions cannot be watched, so the API is asked every few"
                      + " seconds which kinds it serves; the watch is tried again until it can: {}",
                  failure.getMessage());
              watch.whenListed(
                  () -> {
                    log.info("CustomResourceDefinitions are watched now");
                    runListener();
                  });
            });
  }

  /** Whether each change of a definition is known at once. */
  public boolean isWatching() {
    return watch.isListed("");
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
    return isWatching() ? watch.silent(longer) : Stream.empty();
  }

  public List<ServedDefinition> definitions() {
    return watch.all().toList();
  }

  @Override
  public void close() {
    watch.close();
  }

  private void forgetEarlierAnswers() {
    long now = System.nanoTime();
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
