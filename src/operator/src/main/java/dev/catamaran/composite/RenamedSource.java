package dev.catamaran.composite;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import io.javaoperatorsdk.operator.processing.event.source.informer.ManagedInformerEventSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * An event source of one of several parts under a name that no other part has, because two parts
 * may use the same name. The part itself still uses its own name.
 */
final class RenamedSource {
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
