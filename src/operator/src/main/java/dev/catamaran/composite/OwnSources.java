package dev.catamaran.composite;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.EventSourceRetriever;
import io.javaoperatorsdk.operator.processing.event.NoEventSourceForClassException;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import io.javaoperatorsdk.operator.processing.event.source.controller.ControllerEventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.ManagedInformerEventSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The event sources of one of several parts, by the part's own names. Later sources are registered
 * with the SDK under names that no other part has.
 *
 * @param byName the part's own sources; later ones are added
 * @param all those of all parts
 */
record OwnSources<P extends HasMetadata>(
    Part<P> part, Map<String, EventSource<?, P>> byName, EventSourceRetriever<P> all)
    implements EventSourceRetriever<P> {

  @Override
  public <R> EventSource<R, P> getEventSourceFor(Class<R> type, @Nullable String name) {
    var found = getEventSourcesFor(type);
    if (found.isEmpty()) {
      throw new NoEventSourceForClassException(type);
    }
    if (name == null && found.size() == 1) {
      return found.getFirst();
    }
    return found.stream()
        .filter(source -> source.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s has for %s the event sources %s, and of these not %s"
                        .formatted(
                            part.name(),
                            type.getName(),
                            found.stream().map(EventSource::name).toList(),
                            name)));
  }

  @Override
  @SuppressWarnings("unchecked") // The filter checks the type.
  public <R> List<EventSource<R, P>> getEventSourcesFor(Class<R> type) {
    return byName.values().stream()
        .filter(source -> source.resourceType().equals(type))
        .map(source -> (EventSource<R, P>) source)
        .toList();
  }

  @Override
  public ControllerEventSource<P> getControllerEventSource() {
    return all.getControllerEventSource();
  }

  @Override
  @SuppressWarnings("unchecked") // The source of that name is the given one or an equivalent one.
  public <R> EventSource<R, P> dynamicallyRegisterEventSource(EventSource<R, P> source) {
    var actual = byName.computeIfAbsent(source.name(), name -> source);
    all.dynamicallyRegisterEventSource(RenamedSource.of(part, actual));
    return (EventSource<R, P>) actual;
  }

  @Override
  @SuppressWarnings("unchecked") // The caller determines the type.
  public <R> Optional<EventSource<R, P>> dynamicallyDeRegisterEventSource(String name) {
    all.dynamicallyDeRegisterEventSource(RenamedSource.nameOf(part, name));
    return Optional.ofNullable((EventSource<R, P>) byName.remove(name));
  }

  @Override
  public EventSourceContext<P> eventSourceContextForDynamicRegistration() {
    return contextOf(part, all.eventSourceContextForDynamicRegistration());
  }

  static <P extends HasMetadata> EventSourceContext<P> contextOf(
      Part<P> part, EventSourceContext<P> context) {
    return new EventSourceContext<>(
        context.getPrimaryCache(),
        part.configuration(),
        context.getClient(),
        context.getPrimaryResourceClass());
  }

  /**
   * An event source of one of several parts under a name that no other part has, because two parts
   * may use the same name. The part itself still uses its own name.
   */
  static final class RenamedSource {
    private RenamedSource() {}

    // The SDK's own signature is raw. A proxy is equal to itself alone.
    @SuppressWarnings({"rawtypes", "unchecked", "ReferenceEquality"})
    static <R, P extends HasMetadata> EventSource<R, P> of(Part<P> part, EventSource<R, P> source) {
      if (source instanceof ManagedInformerEventSource informer) {
        // The SDK does so only for the informers that it gets directly.
        informer.setControllerConfiguration(part.configuration());
      }
      var name = nameOf(part, source.name());
      return (EventSource<R, P>)
          Proxy.newProxyInstance(
              RenamedSource.class.getClassLoader(),
              new Class<?>[] {EventSource.class, ResourceEventAware.class},
              (renamed, method, arguments) -> {
                // A source need not be aware of the events of its primaries.
                if (!method.getDeclaringClass().isInstance(source)) {
                  return null;
                }
                try {
                  return switch (method.getName()) {
                    case "name" -> name;
                    case "equals" -> renamed == arguments[0];
                    case "hashCode" -> System.identityHashCode(renamed);
                    default -> method.invoke(source, arguments);
                  };
                } catch (InvocationTargetException e) {
                  throw e.getTargetException();
                }
              });
    }

    static String nameOf(Part<?> part, String source) {
      return source + "@" + part.name();
    }
  }
}
