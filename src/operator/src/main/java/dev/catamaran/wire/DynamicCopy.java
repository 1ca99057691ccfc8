package dev.catamaran.wire;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
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
  /** Whether a class keeps nothing that its parent does not know. */
  private static final ClassValue<Boolean> IS_PLAIN =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return type == GenericKubernetesResource.class
              || (get(type.getSuperclass())
                  && Stream.of(type.getDeclaredFields())
                      .allMatch(field -> Modifier.isStatic(field.getModifiers())));
        }
      };

  private DynamicCopy() {}

  /**
   * Returns a deep copy with the class of the resource. Empty if only JSON can copy it: its class
   * has fields of its own or no constructor without parameters, or a value is no map, list or
   * scalar.
   */
  @SuppressWarnings("unchecked") // The copy has the class of the original.
  static <T extends GenericKubernetesResource> Optional<T> of(T resource) {
    if (!IS_PLAIN.get(resource.getClass())) {
      return Optional.empty();
    }
    try {
      var constructor = resource.getClass().getDeclaredConstructor();
      constructor.setAccessible(true);
      var copy = (T) constructor.newInstance();
      copy.setApiVersion(resource.getApiVersion());
      copy.setKind(resource.getKind());
      if (resource.getMetadata() != null) {
        copy.setMetadata(metadata(resource.getMetadata()));
      }
      copy.setAdditionalProperties(map(resource.getAdditionalProperties()));
      return Optional.of(copy);
    } catch (IllegalArgumentException
        | InaccessibleObjectException
        | ReflectiveOperationException e) {
      return Optional.empty();
    }
  }

  private static ObjectMeta metadata(ObjectMeta original) {
    var copy = new ObjectMetaBuilder(original).build();
    copy.setAdditionalProperties(map(original.getAdditionalProperties()));
    return copy;
  }

  private static Map<String, Object> map(Map<?, ?> original) {
    var copy = LinkedHashMap.<String, Object>newLinkedHashMap(original.size());
    for (var entry : original.entrySet()) {
      copy.put(String.valueOf(entry.getKey()), value(entry.getValue()));
    }
    return copy;
  }

  private static List<Object> list(List<?> original) {
    var copy = new ArrayList<>(original.size());
    for (var element : original) {
      copy.add(value(element));
    }
    return copy;
  }

  private static @Nullable Object value(@Nullable Object original) {
    return switch (original) {
      case null -> null;
      case Map<?, ?> map -> map(map);
      case List<?> list -> list(list);
      case String text -> text;
      case Number number -> number;
      case Boolean truth -> truth;
      default -> throw new IllegalArgumentException(original.getClass().getName());
    };
  }
}
