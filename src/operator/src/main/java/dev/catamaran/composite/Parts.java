package dev.catamaran.composite;

import dev.catamaran.composite.OwnSources.RenamedSource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.processing.event.EventSourceRetriever;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parts of one kind in order, and their views of a pass. */
final class Parts<P extends HasMetadata> {
  private final List<Part<P>> parts;
  private final Map<String, Map<String, EventSource<?, P>>> sources = new ConcurrentHashMap<>();

  Parts(List<Part<P>> parts) {
    this.parts = List.copyOf(parts);
  }

  List<Part<P>> list() {
    return parts;
  }

  private boolean isSole() {
    return parts.size() == 1;
  }

  /** Creates new event sources of all parts, with their names for the SDK. */
  List<EventSource<?, P>> prepare(EventSourceContext<P> context) {
    var all = new ArrayList<EventSource<?, P>>();
    for (var part : parts) {
      var own = part.reconciler().prepareEventSources(OwnSources.contextOf(part, context));
      if (isSole()) {
        all.addAll(own);
      } else {
        var byName = new ConcurrentHashMap<String, EventSource<?, P>>();
        own.forEach(source -> byName.put(source.name(), source));
        sources.put(part.name(), byName);
        own.forEach(source -> all.add(RenamedSource.of(part, source)));
      }
    }
    return all;
  }

  PartView<P> view(Context<P> pass, Part<P> part, P primary, Optional<RetryInfo> retry) {
    if (isSole()) {
      return new PartView<>(pass, part, primary, retry);
    }
    var byName = sources.computeIfAbsent(part.name(), name -> new ConcurrentHashMap<>());
    var own = new OwnSources<>(part, byName, pass.eventSourceRetriever());
    return new SeparateView<>(pass, part, primary, retry, own);
  }

  /**
   * The context of a pass for one of several parts: it contains only the part's own event sources.
   */
  private static final class SeparateView<P extends HasMetadata> extends PartView<P> {
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
}
