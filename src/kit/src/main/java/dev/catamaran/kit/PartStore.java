package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The store of an informer that keeps only a part of each object. */
final class PartStore<R extends HasMetadata> implements ItemStore<R> {
  private final Map<String, R> parts = new ConcurrentHashMap<>();
  private final KeptPart<R> kept;

  PartStore(KeptPart<R> kept) {
    this.kept = kept;
  }

  @Override
  public String getKey(R object) {
    return Cache.metaNamespaceKeyFunc(object);
  }

  @Override
  public @Nullable R put(String key, R object) {
    return parts.put(key, kept.of(object));
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
}
