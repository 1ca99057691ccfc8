package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.javaoperatorsdk.operator.api.config.informer.InformerConfiguration;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a watch that keeps parts of objects. The SDK runs one informer for each
 * namespace, and after a listing an informer removes all other objects from its store. So each
 * informer has its own store.
 */
final class PartStores<R extends HasMetadata> extends InformerConfiguration<R> {
  private final KeptPart<R> kept;

  private PartStores(InformerConfiguration<R> settings, KeptPart<R> kept) {
    super(
        settings.getResourceClass(),
        settings.getName(),
        settings.getNamespaces(),
        settings.getFollowControllerNamespaceChanges(),
        settings.getLabelSelector(),
        settings.getOnAddFilter(),
        settings.getOnUpdateFilter(),
        settings.getOnDeleteFilter(),
        settings.getGenericFilter(),
        settings.getItemStore(),
        settings.getInformerListLimit(),
        settings.getFieldSelector());
    this.kept = kept;
  }

  /** Returns the same watch, but it keeps only parts of the objects. */
  static <R extends HasMetadata> InformerEventSourceConfiguration<R> of(
      InformerEventSourceConfiguration<R> watch, KeptPart<R> kept) {
    var settings = new PartStores<>(watch.getInformerConfig(), kept);
    return new InformerEventSourceConfiguration.DefaultInformerEventSourceConfiguration<R>(
        watch.getGroupVersionKind().orElse(null),
        watch.getPrimaryToSecondaryMapper(),
        watch.getSecondaryToPrimaryMapper(),
        settings,
        watch.getKubernetesClient().orElse(null)) {};
  }

  /** Returns a new store. The SDK calls this once for each informer (InformerManager, 5.2.3). */
  @Override
  public ItemStore<R> getItemStore() {
    return new PartStore<>(kept);
  }

  /** The store of one informer. */
  private static final class PartStore<R extends HasMetadata> extends BasicItemStore<R> {
    private final KeptPart<R> kept;

    PartStore(KeptPart<R> kept) {
      super(Cache::metaNamespaceKeyFunc);
      this.kept = kept;
    }

    @Override
    public @Nullable R put(String key, R object) {
      return super.put(key, kept.of(object));
    }

    @Override
    public boolean isFullState() {
      return false;
    }
  }

  /**
   * The part of objects that a watch keeps in memory.
   *
   * @param part creates the part from a copy, which it may change
   */
  record KeptPart<R extends HasMetadata>(
      UnaryOperator<R> part, KubernetesSerialization serialization) {

    /** Returns the part of an object, which stays unchanged. */
    R of(R object) {
      return part.apply(serialization.clone(object));
    }

    /** Whether the parts of two objects differ. */
    boolean differ(R one, R other) {
      return !content(one).equals(content(other));
    }

    /** Every write changes the resource version and the managed fields. */
    private R content(R object) {
      var kept = of(object);
      kept.getMetadata().setResourceVersion(null);
      kept.getMetadata().setManagedFields(null);
      return kept;
    }
  }
}
