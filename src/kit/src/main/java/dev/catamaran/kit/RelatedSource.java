package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Triggers a pass also over the primary that an object no longer concerns. Lists the objects that
 * concern a primary.
 */
final class RelatedSource<R extends HasMetadata, P extends HasMetadata>
    extends InformerEventSource<R, P> {
  private static final String CONCERNED = "concerned";

  private final InformerEventSourceConfiguration<R> configuration;

  RelatedSource(InformerEventSourceConfiguration<R> configuration, EventSourceContext<P> context) {
    super(configuration, context);
    this.configuration = configuration;
  }

  /** Adds the index for {@link #concerning}; to be called before the start. */
  RelatedSource<R, P> indexed() {
    addIndexer(CONCERNED, object -> concernedBy(object).stream().map(Related::key).toList());
    return this;
  }

  /** Returns the objects that concern a primary. */
  Set<ResourceID> concerning(HasMetadata primary) {
    return byIndex(CONCERNED, Related.key(ResourceID.fromResource(primary))).stream()
        .map(ResourceID::fromResource)
        .collect(Collectors.toSet());
  }

  @Override
  public void onUpdate(R before, R now) {
    super.onUpdate(before, now);
    var left = new HashSet<>(concernedBy(before));
    left.removeAll(concernedBy(now));
    left.forEach(primary -> getEventHandler().handleEvent(new Event(primary)));
  }

  private Set<ResourceID> concernedBy(R object) {
    return configuration.getSecondaryToPrimaryMapper().toPrimaryResourceIDs(object);
  }
}
