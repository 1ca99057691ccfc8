package dev.catamaran.composite;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.processing.event.EventSourceRetriever;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The context of a pass for one of several parts: it contains only the part's own event sources.
 */
final class SeparateView<P extends HasMetadata> extends PartView<P> {
  private final EventSourceRetriever<P> own;

  SeparateView(
      Context<P> pass,
      Part<P> part,
      P primary,
      Optional<RetryInfo> retry,
      EventSourceRetriever<P> own) {
    super(pass, part, primary, retry);
    this.own = own;
  }

  @Override
  public EventSourceRetriever<P> eventSourceRetriever() {
    return own;
  }

  @Override
  public <R> Set<R> getSecondaryResources(Class<R> expectedType) {
    return getSecondaryResourcesAsStream(expectedType).collect(Collectors.toSet());
  }

  @Override
  public <R> Stream<R> getSecondaryResourcesAsStream(Class<R> expectedType) {
    return own.getEventSourcesFor(expectedType).stream()
        .flatMap(source -> source.getSecondaryResources(getPrimaryResource()).stream());
  }

  @Override
  public <R> Optional<R> getSecondaryResource(Class<R> expectedType, String eventSourceName) {
    return own.getEventSourceFor(expectedType, eventSourceName)
        .getSecondaryResource(getPrimaryResource());
  }
}
