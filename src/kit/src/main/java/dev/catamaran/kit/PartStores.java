package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.javaoperatorsdk.operator.api.config.informer.InformerConfiguration;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;

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
}
