package dev.catamaran.controller;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.BuiltInGroups;
import dev.catamaran.informer.CountedChanges;
import dev.catamaran.informer.ReducedInformer;
import dev.catamaran.informer.ReducingStore;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.telemetry.InformerMeters;
import dev.catamaran.webhook.ServedDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
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
  private final ReducedInformer<CustomResourceDefinition, ServedDefinition> definitions;
  private final LongSupplier nanos;
  private final AtomicLong asked;
  private volatile boolean watching;

  /**
   * Prepares the watch.
   *
   * @param meters count the received changes
   * @param onChange called when kinds appear or disappear; must return quickly
   */
  public ServedKinds(
      KubernetesClient client, ApiResources apis, InformerMeters meters, Runnable onChange) {
    this(client, apis, meters, onChange, System::nanoTime);
  }

  ServedKinds(
      KubernetesClient client,
      ApiResources apis,
      InformerMeters meters,
      Runnable onChange,
      LongSupplier nanos) {
    var counted =
        new CountedChanges<>(
            changes(onChange), meters.of("apiextensions.k8s.io/v1", "CustomResourceDefinition"));
    this.apis = apis;
    this.nanos = nanos;
    this.asked = new AtomicLong(nanos.getAsLong());
    this.definitions =
        new ReducedInformer<>(
            client.resources(CustomResourceDefinition.class),
            "",
            WatchedNamespaces.all(),
            () ->
                new ReducingStore<>(CustomResourceDefinition::new, ServedDefinition::of, counted));
  }

  /**
   * Starts the watch. Without the right to watch, {@link #isWatching} stays false and callers must
   * ask from time to time.
   */
  public void start() {
    try {
      definitions.start(FIRST_LISTING);
      watching = true;
    } catch (RuntimeException e) {
      log.warn(
          "CustomResourceDefinitions cannot be watched, so the API is asked every few seconds which"
              + " kinds it serves: {}",
          e.getMessage());
    }
  }

  public boolean isWatching() {
    return watching;
  }

  /** Whether the API server serves a kind, with or without a definition. */
  public boolean contains(GroupVersionKind gvk) {
    if (!watching) {
      forgetEarlierAnswers();
    }
    return definitions.all().anyMatch(definition -> definition.serves(gvk))
        || (!isDefined(gvk) && apis.find(gvk.apiVersion(), gvk.kind()).isPresent());
  }

  /** Returns what should be watched, but has not been for {@code longer}. */
  public Stream<String> silent(Duration longer) {
    return definitions.silent(longer);
  }

  /** Returns the known definitions. */
  public List<ServedDefinition> definitions() {
    return definitions.all().toList();
  }

  @Override
  public void close() {
    definitions.close();
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
    return watching && !BuiltInGroups.contains(gvk.group());
  }

  private ReducingStore.Listener<ServedDefinition> changes(Runnable onChange) {
    return new ReducingStore.Listener<>() {
      @Override
      public void added(ServedDefinition now) {
        notifyListener();
      }

      @Override
      public void changed(ServedDefinition before, ServedDefinition now) {
        if (!now.equals(before)) {
          notifyListener();
        }
      }

      @Override
      public void removed(ServedDefinition last) {
        notifyListener();
      }

      // The first list contains no changes: no caller has asked yet.
      private void notifyListener() {
        if (watching) {
          runListener();
          later.execute(this::runListener);
        }
      }

      private void runListener() {
        apis.invalidate();
        onChange.run();
      }
    };
  }
}
