package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import org.jspecify.annotations.Nullable;

/** The store of an informer that keeps only a part of each object. */
final class PartStore<R extends HasMetadata> extends BasicItemStore<R> {
  private final KeptPart<R> kept;

  PartStore(KeptPart<R> kept) {
    super(Cache::metaNamespaceKeyFunc);
    this.kept = kept;
  }

  @Override
  public @Nullable R put(String key, R object) {
    return super.put(key, kept.of(object));
  }

  @Override
  public boolean isFullState() {
    return false;
  }
}
