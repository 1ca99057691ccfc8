package dev.catamaran.status;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What was read of the present versions of objects: few of them change between two looks at all.
 * Safe for concurrent use.
 *
 * @param <T> what is read
 */
public final class ByVersion<T> {
  private final Map<String, Read<T>> byUid = new ConcurrentHashMap<>();

  private record Read<T>(String version, T value) {}

  /** Returns what {@code reading} reads, or has read of this version. */
  public T of(HasMetadata object, Supplier<T> reading) {
    var version = object.getMetadata().getResourceVersion();
    return byUid
        .compute(
            object.getMetadata().getUid(),
            (uid, read) ->
                read != null && read.version().equals(version)
                    ? read
                    : new Read<>(version, reading.get()))
        .value();
  }

  /** Forgets all objects but these. */
  public void retain(Collection<? extends HasMetadata> objects) {
    byUid
        .keySet()
        .retainAll(
            objects.stream().map(each -> each.getMetadata().getUid()).collect(Collectors.toSet()));
  }
}
