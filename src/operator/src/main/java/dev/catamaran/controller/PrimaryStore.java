package dev.catamaran.controller;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.kit.Unreadable;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The primaries of one informer. Small ones are kept whole. Of a large one without room in the
 * {@link LargePrimaries}, only the identity is kept: it is unreadable, as one that is too deep.
 * When there is room later, it is read again.
 */
final class PrimaryStore implements ItemStore<OfKind> {
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();
  private final LargePrimaries budget;
  private final UnaryOperator<@Nullable OfKind> reader;

  /**
   * An object, or its identity.
   *
   * @param cost estimate for the whole object
   */
  private record Entry(OfKind object, long cost, boolean kept) {}

  /**
   * Creates an empty store.
   *
   * @param budget shared by all stores
   * @param reader reads an object again; null if it is gone
   */
  PrimaryStore(LargePrimaries budget, UnaryOperator<@Nullable OfKind> reader) {
    this.budget = budget;
    this.reader = reader;
  }

  @Override
  public String getKey(OfKind object) {
    return Cache.metaNamespaceKeyFunc(object);
  }

  @Override
  public synchronized @Nullable OfKind put(String key, OfKind object) {
    var before = entries.get(key);
    if (before != null && before.kept()) {
      budget.release(before.cost());
    }
    long cost = LargePrimaries.cost(object);
    boolean fits = budget.take(cost);
    entries.put(key, new Entry(fits ? object : identityOf(object), cost, fits));
    return before == null ? null : before.object();
  }

  @Override
  public synchronized @Nullable OfKind remove(String key) {
    var before = entries.remove(key);
    if (before != null && before.kept()) {
      budget.release(before.cost());
    }
    return before == null ? null : before.object();
  }

  @Override
  public @Nullable OfKind get(String key) {
    var entry = entries.get(key);
    if (entry == null || entry.kept() || !budget.hasRoom(entry.cost())) {
      return entry == null ? null : entry.object();
    }
    var read = reader.apply(entry.object());
    if (read != null) {
      replace(key, entry, read);
    }
    return Optional.ofNullable(entries.get(key)).map(Entry::object).orElse(null);
  }

  /** The watch may have delivered another version meanwhile. */
  private synchronized void replace(String key, Entry entry, OfKind read) {
    if (entry.equals(entries.get(key))) {
      put(key, read);
    }
  }

  @Override
  public Stream<String> keySet() {
    return entries.keySet().stream();
  }

  @Override
  public Stream<OfKind> values() {
    return entries.values().stream().map(Entry::object);
  }

  @Override
  public int size() {
    return entries.size();
  }

  @Override
  public boolean isFullState() {
    return true;
  }

  /** Others hold the object, too, until their pass has begun. */
  private OfKind identityOf(OfKind object) {
    var status = object.getAdditionalProperties().get("status");
    var metadata = identityOf(object.getMetadata());
    metadata.setAdditionalProperty(Unreadable.MARK, budget.problem());
    object.setMetadata(metadata);
    object.setAdditionalProperties(
        LargePrimaries.isSmall(status) && status != null ? Map.of("status", status) : Map.of());
    return object;
  }

  private static ObjectMeta identityOf(ObjectMeta metadata) {
    return new ObjectMetaBuilder()
        .withName(metadata.getName())
        .withNamespace(metadata.getNamespace())
        .withUid(metadata.getUid())
        .withResourceVersion(metadata.getResourceVersion())
        .withGeneration(metadata.getGeneration())
        .withCreationTimestamp(metadata.getCreationTimestamp())
        .withDeletionTimestamp(metadata.getDeletionTimestamp())
        .withFinalizers(metadata.getFinalizers())
        .withLabels(LargePrimaries.isSmall(metadata.getLabels()) ? metadata.getLabels() : Map.of())
        .withAnnotations(
            LargePrimaries.isSmall(metadata.getAnnotations())
                ? metadata.getAnnotations()
                : Map.of())
        .build();
  }
}
