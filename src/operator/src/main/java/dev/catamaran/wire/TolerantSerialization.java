package dev.catamaran.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.catamaran.kit.Unreadable;
import dev.catamaran.wire.Salvage.RawFields;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects as Go does: ignores unknown fields, and accepts texts as long as the API server
 * accepts them. In lists and watches, an unreadable object does not affect the other objects. Its
 * readable part replaces it, see {@link Unreadable}.
 *
 * <p>An object with unreadable parts is never written back. An object with more values than fit
 * into the memory is unreadable, too.
 */
public final class TolerantSerialization extends KubernetesSerialization {
  private final ObjectMapper narrow;
  private final ObjectMapper wide;
  private final Salvage salvage;
  private final Consumer<Unreadable> onUnreadable;
  private final Set<Class<?>> tolerated = ConcurrentHashMap.newKeySet();

  /**
   * Creates a serialization.
   *
   * @param onUnreadable called for each unreadable object, each time; must be quick
   */
  public TolerantSerialization(Consumer<Unreadable> onUnreadable) {
    this(
        new ObjectMapper(Limits.narrow())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES),
        onUnreadable);
  }

  private TolerantSerialization(ObjectMapper narrow, Consumer<Unreadable> onUnreadable) {
    super(narrow, /* searchClassloaders= */ true);
    this.narrow = narrow;
    this.wide = narrow.copyWith(Limits.wide());
    this.salvage = new Salvage(wide);
    this.onUnreadable = onUnreadable;
  }

  /** Reads single objects of that class like objects in lists, also in answers to requests. */
  public void tolerate(Class<? extends HasMetadata> type) {
    tolerated.add(type);
  }

  @Override
  public <T> T unmarshal(InputStream in, TypeReference<T> reference) {
    // The client already passes a stream in memory. Lists are large, so they are not copied.
    var text = in instanceof ByteArrayInputStream whole ? whole : whole(in);
    text.mark(0);
    if (Cost.isTooMuch(text)) {
      return this.<T>again(text, reference)
          .orElseThrow(() -> new KubernetesClientException("too many values for the memory"));
    }
    try {
      if (reference.getType().equals(WatchEvent.class)) {
        return event(text, reference);
      }
      return super.unmarshal(text, reference);
    } catch (KubernetesClientException | IllegalArgumentException e) {
      return this.<T>again(text, reference).orElseThrow(() -> e);
    } catch (StackOverflowError e) {
      return this.<T>again(text, reference)
          .orElseThrow(() -> new KubernetesClientException("nested too deep", e));
    }
  }

  @SuppressWarnings("unchecked") // The type is that of events.
  private <T> T event(ByteArrayInputStream text, TypeReference<T> reference) {
    try {
      var event = WatchedObject.eventOf(text.readAllBytes(), narrow);
      if (event.isPresent()) {
        return (T) event.get();
      }
    } catch (IOException e) {
      // The general way reports what is wrong.
    }
    text.reset();
    return super.unmarshal(text, reference);
  }

  private <T> Optional<T> again(ByteArrayInputStream in, TypeReference<T> reference) {
    in.reset();
    var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    if (!text.stripLeading().startsWith("{")) {
      return Optional.empty();
    }
    var type = narrow.constructType(reference.getType());
    try {
      T read = wide.readerFor(type).readValue(repaired(text, type));
      tell(read);
      return Optional.of(read);
    } catch (IOException | StackOverflowError e) {
      return Optional.empty();
    }
  }

  private String repaired(String text, JavaType type) throws IOException {
    if (type.isTypeOrSubTypeOf(KubernetesResourceList.class)) {
      return with("items", text, items -> list(items, itemsOf(type)));
    }
    if (type.hasRawClass(WatchEvent.class)) {
      return with("object", text, object -> salvage.of(object, dynamic()));
    }
    return tolerated.contains(type.getRawClass()) ? salvage.of(text, type) : text;
  }

  private String list(String items, JavaType type) throws IOException {
    var repaired = new StringJoiner(",", "[", "]");
    for (var item : RawFields.of(items).parts()) {
      repaired.add(salvage.of(item.text(), type));
    }
    return repaired.toString();
  }

  private interface Repair {
    String of(String text) throws IOException;
  }

  private static String with(String name, String text, Repair repair) throws IOException {
    var fields = new LinkedHashMap<String, String>();
    for (var field : RawFields.of(text).parts()) {
      boolean isMeant = field.name().equals(name) && field.depth() > 0;
      fields.put(field.name(), isMeant ? repair.of(field.text()) : field.text());
    }
    return Salvage.json(fields);
  }

  /** Selects the class by apiVersion and kind, as the client does for objects of a watch. */
  private JavaType dynamic() {
    return narrow.constructType(KubernetesResource.class);
  }

  private JavaType itemsOf(JavaType list) {
    return narrow.getDeserializationConfig().introspect(list).findProperties().stream()
        .filter(property -> property.getName().equals("items"))
        .map(property -> property.getPrimaryType().getContentType())
        .findFirst()
        .orElseGet(this::dynamic);
  }

  private void tell(Object read) {
    switch (read) {
      case WatchEvent event -> tell(event.getObject());
      case KubernetesResourceList<?> list -> list.getItems().forEach(this::tell);
      case HasMetadata object -> Unreadable.of(object).ifPresent(onUnreadable);
      default -> {}
    }
  }

  @Override
  public <T> T convertValue(Object value, Class<T> type) {
    try {
      return value instanceof WatchedObject watched
          ? watched.as(type, narrow)
          : super.convertValue(value, type);
    } catch (IOException | IllegalArgumentException | StackOverflowError e) {
      return salvaged(value, type)
          .orElseThrow(() -> new IllegalArgumentException(e.getMessage(), e));
    }
  }

  private <T> Optional<T> salvaged(Object value, Class<T> type) {
    if (!(value instanceof HasMetadata) || !HasMetadata.class.isAssignableFrom(type)) {
      return Optional.empty();
    }
    try {
      var text =
          value instanceof WatchedObject watched ? watched.text() : wide.writeValueAsString(value);
      T read = wide.readValue(salvage.of(text, narrow.constructType(type)), type);
      tell(read);
      return Optional.of(read);
    } catch (IOException | StackOverflowError e) {
      return Optional.empty();
    }
  }

  @Override
  @SuppressWarnings("unchecked") // The copy has the class of the original.
  public <T> T clone(T resource) {
    return resource instanceof GenericKubernetesResource dynamic
        ? (T) DynamicCopy.of(dynamic).orElseGet(() -> jsonCopy(dynamic))
        : jsonCopy(resource);
  }

  @SuppressWarnings("unchecked") // The copy has the class of the original.
  private <T> T jsonCopy(T resource) {
    try {
      return (T) wide.readValue(wide.writeValueAsString(resource), resource.getClass());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns the body of a request.
   *
   * @throws KubernetesClientException if the write would delete the unreadable parts of the object
   */
  @Override
  public <T> String asJson(T object) {
    if (object instanceof HasMetadata known) {
      Unreadable.problemOf(known)
          .ifPresent(
              problem -> {
                throw new KubernetesClientException(
                    "not written, as the rest of it would be lost: " + problem);
              });
    }
    return super.asJson(object);
  }

  @Override
  public String convertToJson(String input) {
    var text = input.stripLeading();
    return text.startsWith("{") || text.startsWith("[") ? input : super.convertToJson(input);
  }

  private static ByteArrayInputStream whole(InputStream in) {
    try {
      return new ByteArrayInputStream(in.readAllBytes());
    } catch (IOException e) {
      throw KubernetesClientException.launderThrowable(e);
    }
  }

  /**
   * Copies maps, lists and scalars of a resource, without JSON. The SDK copies the primary for each
   * pass, and JSON takes a fifth of a pass without changes.
   */
  private static final class DynamicCopy {
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
}
