package dev.catamaran.composite;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.health.Status;
import io.javaoperatorsdk.operator.processing.event.EventHandler;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.EventSourceStartPriority;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import io.javaoperatorsdk.operator.processing.event.source.filter.GenericFilter;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnAddFilter;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnDeleteFilter;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;
import io.javaoperatorsdk.operator.processing.event.source.informer.ManagedInformerEventSource;
import java.util.Set;

/**
 * An event source of one of several parts under a name that no other part has, because two parts
 * may use the same name. The part itself still uses its own name.
 */
final class RenamedSource<R, P extends HasMetadata>
    implements EventSource<R, P>, ResourceEventAware<P> {
  private final EventSource<R, P> source;
  private final String name;

  private RenamedSource(EventSource<R, P> source, String name) {
    this.source = source;
    this.name = name;
  }

  @SuppressWarnings({"rawtypes", "unchecked"}) // The SDK's own signature is raw.
  static <R, P extends HasMetadata> EventSource<R, P> of(Part<P> part, EventSource<R, P> source) {
    if (source instanceof ManagedInformerEventSource informer) {
      // The SDK does so only for the informers that it gets directly.
      informer.setControllerConfiguration(part.configuration());
    }
    return new RenamedSource<>(source, nameOf(part, source.name()));
  }

  static String nameOf(Part<?> part, String source) {
    return source + "@" + part.name();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void setEventHandler(EventHandler handler) {
    source.setEventHandler(handler);
  }

  @Override
  public EventSourceStartPriority priority() {
    return source.priority();
  }

  @Override
  public Class<R> resourceType() {
    return source.resourceType();
  }

  @Override
  public Set<R> getSecondaryResources(P primary) {
    return source.getSecondaryResources(primary);
  }

  @Override
  public void start() {
    source.start();
  }

  @Override
  public void stop() {
    source.stop();
  }

  @Override
  public Status getStatus() {
    return source.getStatus();
  }

  @Override
  public void setOnAddFilter(OnAddFilter<? super R> filter) {
    source.setOnAddFilter(filter);
  }

  @Override
  public void setOnUpdateFilter(OnUpdateFilter<? super R> filter) {
    source.setOnUpdateFilter(filter);
  }

  @Override
  public void setOnDeleteFilter(OnDeleteFilter<? super R> filter) {
    source.setOnDeleteFilter(filter);
  }

  @Override
  public void setGenericFilter(GenericFilter<? super R> filter) {
    source.setGenericFilter(filter);
  }

  @Override
  public void onResourceCreated(P primary) {
    aware().onResourceCreated(primary);
  }

  @Override
  public void onResourceUpdated(P now, P before) {
    aware().onResourceUpdated(now, before);
  }

  @Override
  public void onResourceDeleted(P last) {
    aware().onResourceDeleted(last);
  }

  @SuppressWarnings("unchecked") // A source for P is aware of P.
  private ResourceEventAware<P> aware() {
    return source instanceof ResourceEventAware<?> aware
        ? (ResourceEventAware<P>) aware
        : new ResourceEventAware<>() {};
  }
}
