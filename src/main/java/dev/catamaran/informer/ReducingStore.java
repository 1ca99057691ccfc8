package dev.catamaran.informer;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an informer keeps of each object: a reduced form, and of the object itself nothing but its
 * name and version. Objects can also be offered from outside, as an answer to a request is often
 * newer than the watch; an older version never replaces a newer, and what is gone does not come
 * back by an answer or an event that was on its way.
 *
 * @param <V> the type that the informer delivers
 * @param <R> the reduced form
 */
public final class ReducingStore<V extends HasMetadata, R> implements ItemStore<V> {

  /** Learns what changed, on the informer's thread: it must be quick. */
  public interface Listener<R> {
    /** An object came. */
    void added(R now);

    /** An object changed. */
    void changed(R before, R now);

    /** An object went. */
    void removed(R last);
  }

  private static final Logger log = LoggerFactory.getLogger(ReducingStore.class);

  private record Entry<R>(ObjectMeta skeleton, R reduced) {
    boolean isAsNewAs(HasMetadata object) {
      return version(skeleton) >= version(object.getMetadata());
    }
  }

  private final Map<String, Entry<R>> entries = new ConcurrentHashMap<>();
  private final Tombstones gone = new Tombstones(System::nanoTime);
  private final Supplier<V> empty;
  private final Function<V, R> reduction;
  private final Listener<R> listener;

  /**
   * Makes an empty store.
   *
   * @param empty makes an object without content, for the informer's own book-keeping
   * @param reduction what to keep of an object
   * @param listener told of each change, also of those at the first listing
   */
  public ReducingStore(Supplier<V> empty, Function<V, R> reduction, Listener<R> listener) {
    this.empty = empty;
    this.reduction = reduction;
    this.listener = listener;
  }

  /**
   * Takes an object that a request answered with, unless a newer version is known, or that it has
   * gone since.
   *
   * @param seen the version up to which the watch has told all; empty if it has told nothing yet
   */
  synchronized void offer(V object, Optional<String> seen) {
    var key = getKey(object);
    var isNew = !entries.containsKey(key);
    if (gone.contains(object.getMetadata().getUid())
        || (isNew && seen.filter(version -> isReached(object, version)).isPresent())) {
      return;
    }
    take(key, object);
  }

  /** What is not there although the watch is past its version has gone. */
  private static boolean isReached(HasMetadata object, String seen) {
    return version(object.getMetadata()) <= version(seen);
  }

  /**
   * Forgets an object that a request found gone.
   *
   * @param version that of the answer: of what went before, the watch may not have told yet; empty
   *     if the answer has none
   */
  public synchronized void retract(String namespace, String name, String version) {
    remove(Cache.namespaceKeyFunc(namespace.isEmpty() ? null : namespace, name), version(version));
  }

  /** The reduced form of an object, if it is there. */
  public Optional<R> reduced(String namespace, String name) {
    var key = Cache.namespaceKeyFunc(namespace.isEmpty() ? null : namespace, name);
    return Optional.ofNullable(entries.get(key)).map(Entry::reduced);
  }

  /** All reduced forms. */
  public Stream<R> all() {
    return entries.values().stream().map(Entry::reduced);
  }

  @Override
  public String getKey(V object) {
    return Cache.metaNamespaceKeyFunc(object);
  }

  @Override
  public synchronized @Nullable V put(String key, V object) {
    var meta = object.getMetadata();
    if (gone.hasOutlived(meta.getUid(), version(meta))) {
      return null;
    }
    gone.remove(meta.getUid());
    return take(key, object);
  }

  private @Nullable V take(String key, V object) {
    var before = entries.get(key);
    if (before != null && before.isAsNewAs(object)) {
      return skeleton(before);
    }
    reduced(object).ifPresent(reduced -> keep(key, object, reduced));
    return before == null ? null : skeleton(before);
  }

  private void keep(String key, V object, R reduced) {
    var before = entries.put(key, new Entry<>(skeletonOf(object.getMetadata()), reduced));
    if (before == null) {
      listener.added(reduced);
    } else {
      listener.changed(before.reduced(), reduced);
    }
  }

  /** What it throws would end the listing that all others are in. */
  private Optional<R> reduced(V object) {
    try {
      return Optional.of(reduction.apply(object));
    } catch (RuntimeException | StackOverflowError e) {
      log.error(
          "{} {} cannot be used; its previous version is kept: {}",
          object.getKind(),
          getKey(object),
          e.toString());
      return Optional.empty();
    }
  }

  @Override
  public synchronized @Nullable V remove(String key) {
    return remove(key, 0);
  }

  private @Nullable V remove(String key, long version) {
    var before = entries.remove(key);
    if (before == null) {
      return null;
    }
    gone.add(before.skeleton().getUid(), version);
    listener.removed(before.reduced());
    return skeleton(before);
  }

  @Override
  public Stream<String> keySet() {
    return entries.keySet().stream();
  }

  @Override
  public Stream<V> values() {
    return entries.values().stream().map(this::skeleton);
  }

  @Override
  public int size() {
    return entries.size();
  }

  @Override
  public @Nullable V get(String key) {
    var entry = entries.get(key);
    return entry == null ? null : skeleton(entry);
  }

  @Override
  public boolean isFullState() {
    return false;
  }

  private V skeleton(Entry<R> entry) {
    var object = empty.get();
    object.setMetadata(entry.skeleton());
    return object;
  }

  private static ObjectMeta skeletonOf(ObjectMeta meta) {
    return new ObjectMetaBuilder()
        .withNamespace(meta.getNamespace())
        .withName(meta.getName())
        .withUid(meta.getUid())
        .withResourceVersion(meta.getResourceVersion())
        .build();
  }

  /** Resource versions compare as integers (KEP-5504). */
  private static long version(ObjectMeta meta) {
    return version(meta.getResourceVersion());
  }

  private static long version(@Nullable String version) {
    return version == null || version.isEmpty() ? 0 : Long.parseLong(version);
  }
}
