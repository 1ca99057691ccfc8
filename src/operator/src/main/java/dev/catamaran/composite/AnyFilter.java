package dev.catamaran.composite;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.config.ControllerConfiguration;
import io.javaoperatorsdk.operator.processing.event.source.filter.GenericFilter;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnAddFilter;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;
import java.util.List;

/**
 * Accepts an event of a primary if at least one part would accept it alone.
 *
 * @param finalizer its addition and removal concern all parts
 */
record AnyFilter<P extends HasMetadata>(List<ControllerConfiguration<P>> parts, String finalizer) {

  boolean acceptsNew(P primary) {
    return parts.stream().anyMatch(part -> acceptsNew(part, primary));
  }

  boolean acceptsAtAll(P primary) {
    return parts.stream().anyMatch(part -> acceptsAtAll(part, primary));
  }

  boolean acceptsUpdate(P now, P before) {
    return parts.stream().anyMatch(part -> acceptsUpdate(part, now, before));
  }

  @SuppressWarnings("unchecked") // A filter accepts objects of its informer.
  private boolean acceptsNew(ControllerConfiguration<P> part, P primary) {
    var filter = (OnAddFilter<P>) part.getInformerConfig().getOnAddFilter();
    return acceptsAtAll(part, primary) && (filter == null || filter.accept(primary));
  }

  @SuppressWarnings("unchecked") // A filter accepts objects of its informer.
  private static <P extends HasMetadata> boolean acceptsAtAll(
      ControllerConfiguration<P> part, P primary) {
    var filter = (GenericFilter<P>) part.getInformerConfig().getGenericFilter();
    return filter == null || filter.accept(primary);
  }

  @SuppressWarnings("unchecked") // A filter accepts objects of its informer.
  private boolean acceptsUpdate(ControllerConfiguration<P> part, P now, P before) {
    var filter = (OnUpdateFilter<P>) part.getInformerConfig().getOnUpdateFilter();
    return acceptsAtAll(part, now)
        && (filter == null || filter.accept(now, before))
        && (!part.isGenerationAware() || matters(now, before));
  }

  /** Whether the SDK would accept an update for a generation-aware reconciler. */
  private boolean matters(P now, P before) {
    var generation = before.getMetadata().getGeneration();
    return generation == null
        || !generation.equals(now.getMetadata().getGeneration())
        || now.isMarkedForDeletion() != before.isMarkedForDeletion()
        || now.hasFinalizer(finalizer) != before.hasFinalizer(finalizer);
  }
}
