package dev.catamaran.wire;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Copies maps, lists and scalars of a resource, without JSON. The SDK copies the primary for each
 * pass, and JSON takes a fifth of a pass without changes.
 */
final class DynamicCopy {
  private static final ClassValue<Optional<Constructor<?>>> CONSTRUCTORS =
      new ClassValue<>() {
        @Override
        protected Optional<Constructor<?>> computeValue(Class<?> type) {
          try {
            return hasOwnFields(type) ? Optional.empty() : Optional.of(constructor(type));
          } catch (NoSuchMethodException | InaccessibleObjectException e) {
            return Optional.empty();
          }
        }
      };

  private DynamicCopy() {}

  /** Whether a subclass keeps something that its parent does not know. */
  private static boolean hasOwnFields(Class<?> type) {
    return Stream.<Class<?>>iterate(
            type, c -> c != GenericKubernetesResource.class, c -> c.getSuperclass())
        .flatMap(subclass -> Stream.of(subclass.getDeclaredFields()))
        .anyMatch(field -> !Modifier.isStatic(field.getModifiers()));
  }

  private static Constructor<?> constructor(Class<?> type) throws NoSuchMethodException {
    var constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor;
  }

  /** A value that is no map, list or scalar. */
  private static final class OtherValueException extends Exception {
    private static final long serialVersionUID = 1L;

    OtherValueException(Object value) {
      super(value.getClass().getName(), null, false, false);
    }
  }

  /**
   * Returns a deep copy with the class of the resource. Empty if only JSON can copy it: its class
   * has fields of its own or no constructor without parameters, or a value is no map, list or
   * scalar.
   */
  @SuppressWarnings("unchecked") // The copy has the class of the original.
  static <T extends GenericKubernetesResource> Optional<T> of(T resource) {
    var constructor = CONSTRUCTORS.get(resource.getClass());
    if (constructor.isEmpty()) {
      return Optional.empty();
    }
    try {
      var copy = (T) constructor.get().newInstance();
      copy.setApiVersion(resource.getApiVersion());
      copy.setKind(resource.getKind());
      if (resource.getMetadata() != null) {
        copy.setMetadata(metadata(resource.getMetadata()));
      }
      copy.setAdditionalProperties(map(resource.getAdditionalProperties()));
      return Optional.of(copy);
    } catch (OtherValueException | ReflectiveOperationException e) {
      return Optional.empty();
    }
  }

  private static ObjectMeta metadata(ObjectMeta original) throws OtherValueException {
    var copy = new ObjectMetaBuilder(original).build();
    copy.setAdditionalProperties(map(original.getAdditionalProperties()));
    return copy;
  }

  private static Map<String, Object> map(Map<?, ?> original) throws OtherValueException {
    var copy = LinkedHashMap.<String, Object>newLinkedHashMap(original.size());
    for (var entry : original.entrySet()) {
      copy.put(String.valueOf(entry.getKey()), value(entry.getValue()));
    }
    return copy;
  }

  private static List<Object> list(List<?> original) throws OtherValueException {
    var copy = new ArrayList<>(original.size());
    for (var element : original) {
      copy.add(value(element));
    }
    return copy;
  }

  private static @Nullable Object value(@Nullable Object original) throws OtherValueException {
    return switch (original) {
      case null -> null;
      case Map<?, ?> map -> map(map);
      case List<?> list -> list(list);
      case String text -> text;
      case Number number -> number;
      case Boolean truth -> truth;
      default -> throw new OtherValueException(original);
    };
  }
}
