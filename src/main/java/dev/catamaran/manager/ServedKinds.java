package dev.catamaran.manager;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.ApiResources;
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
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows which kinds the API server serves, from one watch on the CustomResourceDefinitions. */
final class ServedKinds implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ServedKinds.class);
  private static final Duration FIRST_LISTING = Duration.ofSeconds(30);

  /** Discovery answers as before for a moment after a definition came or went. */
  private final Executor later =
      CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS, Thread::startVirtualThread);

  private final ApiResources apis;
  private final ReducedInformer<CustomResourceDefinition, ServedDefinition> definitions;
  private volatile boolean watching;

  /**
   * Prepares the watch.
   *
   * @param meters count what it learns
   * @param onChange told when kinds came or went; must be quick
   */
  ServedKinds(
      KubernetesClient client, ApiResources apis, InformerMeters meters, Runnable onChange) {
    var counted =
        new CountedChanges<>(
            changes(onChange), meters.of("apiextensions.k8s.io/v1", "CustomResourceDefinition"));
    this.apis = apis;
    this.definitions =
        new ReducedInformer<>(
            client.resources(CustomResourceDefinition.class),
            "",
            WatchedNamespaces.all(),
            () ->
                new ReducingStore<>(CustomResourceDefinition::new, ServedDefinition::of, counted));
  }

  /**
   * Starts the watch. Where the right to watch is missing, {@link #isWatching} stays false and
   * callers must ask from time to time.
   */
  void start() {
    try {
      definitions.start(FIRST_LISTING);
      watching = true;
    } catch (RuntimeException e) {
      log.warn(
          "CustomResourceDefinitions cannot be watched, so the API is asked every few seconds while"
              + " a kind is missing: {}",
          e.getMessage());
    }
  }

  boolean isWatching() {
    return watching;
  }

  /** Whether the API server serves a kind, by a definition or of its own. */
  boolean contains(GroupVersionKind gvk) {
    if (!watching) {
      apis.invalidate();
    }
    return definitions.all().anyMatch(definition -> definition.serves(gvk))
        || (!isDefined(gvk) && apis.find(gvk.apiVersion(), gvk.kind()).isPresent());
  }

  /** What has not been watched for longer, although it should. */
  Stream<String> silent(Duration longer) {
    return definitions.silent(longer);
  }

  /** The definitions as far as they are known. */
  List<ServedDefinition> definitions() {
    return definitions.all().toList();
  }

  @Override
  public void close() {
    definitions.close();
  }

  /** A group that has definitions is served by them alone; discovery lags behind when one goes. */
  private boolean isDefined(GroupVersionKind gvk) {
    return watching && gvk.group().contains(".") && !gvk.group().endsWith(".k8s.io");
  }

  private ReducingStore.Listener<ServedDefinition> changes(Runnable onChange) {
    return new ReducingStore.Listener<>() {
      @Override
      public void added(ServedDefinition now) {
        tell();
      }

      @Override
      public void changed(ServedDefinition before, ServedDefinition now) {
        if (!now.equals(before)) {
          tell();
        }
      }

      @Override
      public void removed(ServedDefinition last) {
        tell();
      }

      // What the first listing brings is no news: nobody has asked yet.
      private void tell() {
        if (watching) {
          tellNow();
          later.execute(this::tellNow);
        }
      }

      private void tellNow() {
        apis.invalidate();
        onChange.run();
      }
    };
  }
}
