package dev.catamaran.composite;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.ReconcilerUtils;
import io.javaoperatorsdk.operator.api.config.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.processing.event.source.filter.GenericFilter;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnAddFilter;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Merges the configurations of several parts: they share one informer for the primaries, one
 * finalizer and one timer.
 *
 * @param parts at least two, with the settings already applied
 */
record Merge<P extends HasMetadata>(
    List<ControllerConfiguration<P>> parts, TypedSettings settings) {

  /**
   * Returns the merged configuration.
   *
   * @throws IllegalArgumentException with a sentence, if the parts cannot be merged
   */
  ControllerConfiguration<P> configuration() {
    checkNames();
    for (var part : parts) {
      if (part.getWorkflowSpec().isPresent()) {
        throw problem(part, "has a @Workflow, which only works where it is the only reconciler");
      }
      if (part.triggerReconcilerOnAllEvents()) {
        throw problem(
            part, "wants all events of deleted primaries, which only works where it is alone");
      }
    }
    checkSame("label selectors", part -> "" + part.getInformerConfig().getLabelSelector());
    checkSame("namespaces", part -> part.getInformerConfig().getNamespaces());
    var filters = new AnyFilter<>(parts, finalizer());
    return ControllerConfigurationOverrider.override(parts.getFirst())
        .withName(settings.name())
        .withFieldManager(settings.name())
        .withFinalizer(finalizer())
        // Our filter checks each part separately.
        .withGenerationAware(false)
        .withOnAddFilter(filters::acceptsNew)
        .withOnUpdateFilter(filters::acceptsUpdate)
        .withGenericFilter(filters::acceptsAtAll)
        .build();
  }

  private void checkNames() {
    var seen = new HashSet<String>();
    for (var part : parts) {
      if (!seen.add(part.getName())) {
        throw problem(part, "has the name of another one; give each its own");
      }
    }
  }

  /** Returns the finalizer that the parts name, else the SDK's default for the kind. */
  private String finalizer() {
    var ordinary = ReconcilerUtils.getDefaultFinalizerName(parts.getFirst().getResourceClass());
    var named =
        parts.stream()
            .map(ControllerConfiguration::getFinalizerName)
            .filter(name -> !name.equals(ordinary))
            .distinct()
            .toList();
    if (named.size() > 1) {
      throw new IllegalArgumentException(
          "there is one finalizer for all reconcilers of a kind, but they name "
              + String.join(" and ", named)
              + "; keep one of them");
    }
    return named.isEmpty() ? ordinary : named.getFirst();
  }

  private void checkSame(String what, Function<ControllerConfiguration<P>, Object> of) {
    var found = Set.copyOf(parts.stream().map(of).toList());
    if (found.size() > 1) {
      throw new IllegalArgumentException(
          "the reconcilers of a kind share one informer, but are annotated with different "
              + what
              + "; annotate them alike, or say it in watches.yaml");
    }
  }

  private static IllegalArgumentException problem(ControllerConfiguration<?> part, String what) {
    return new IllegalArgumentException(part.getAssociatedReconcilerClassName() + " " + what);
  }

  /**
   * Accepts an event of a primary if at least one part would accept it alone.
   *
   * @param finalizer its addition and removal concern all parts
   */
  private record AnyFilter<P extends HasMetadata>(
      List<ControllerConfiguration<P>> parts, String finalizer) {

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
}
