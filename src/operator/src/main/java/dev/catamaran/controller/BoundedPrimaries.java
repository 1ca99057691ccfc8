package dev.catamaran.controller;

import dev.catamaran.cluster.KindClasses.OfKind;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.javaoperatorsdk.operator.api.config.informer.InformerConfiguration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a kind's watch, with a {@link PrimaryStore} for each informer: the SDK runs one
 * for each namespace, and after a listing an informer removes all other objects from its store.
 */
final class BoundedPrimaries extends InformerConfiguration<OfKind> {
  private final LargePrimaries budget;
  private final UnaryOperator<@Nullable OfKind> reader;

  BoundedPrimaries(
      InformerConfiguration<OfKind> settings,
      LargePrimaries budget,
      UnaryOperator<@Nullable OfKind> reader) {
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
    this.budget = budget;
    this.reader = reader;
  }

  /** Returns a new store. The SDK calls this once for each informer (InformerManager, 5.2.3). */
  @Override
  public ItemStore<OfKind> getItemStore() {
    return new PrimaryStore(budget, reader);
  }
}
