package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The store of an informer that keeps only a part of each object. */
final class KeptPart<R extends HasMetadata> implements ItemStore<R> {
  private final Map<String, R> parts = new ConcurrentHashMap<>();
  private final UnaryOperator<R> part;
  private final KubernetesSerialization serialization;

  KeptPart(UnaryOperator<R> part, KubernetesSerialization serialization) {
    this.part = part;
    this.serialization = serialization;
  }

  /** Whether the kept parts of two objects differ. */
  boolean differ(R one, R other) {
    return !content(one).equals(content(other));
  }

  @Override
  public String getKey(R object) {
    return Cache.metaNamespaceKeyFunc(object);
  }

  @Override
  public @Nullable R put(String key, R object) {
    return parts.put(key, part.apply(serialization.clone(object)));
  }

  @Override
  public @Nullable R remove(String key) {
    return parts.remove(key);
  }

  @Override
  public Stream<String> keySet() {
    return parts.keySet().stream();
  }

  @Override
  public Stream<R> values() {
    return parts.values().stream();
  }

  @Override
  public @Nullable R get(String key) {
    return parts.get(key);
  }

  @Override
  public int size() {
    return parts.size();
  }

  @Override
  public boolean isFullState() {
    return false;
  }

  /** Every write changes the resource version and the managed fields. */
  private R content(R object) {
    var kept = part.apply(serialization.clone(object));
    kept.getMetadata().setResourceVersion(null);
    kept.getMetadata().setManagedFields(null);
    return kept;
  }
}
