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
 * The store of an informer. It keeps a reduced form of each object, and only name and version of
 * the object itself. Callers can also offer objects, as the answer to a request is often newer than
 * the watch. An older version never replaces a newer one, and a late answer or event never restores
 * a deleted object.
 *
 * @param <V> the type that the informer delivers
 * @param <R> the reduced form
 */
public final class ReducingStore<V extends HasMetadata, R> implements ItemStore<V> {

  /** Receives the changes, on the informer's thread: it must be quick. */
  public interface Listener<R> {
    default void added(R now) {}

    default void changed(R before, R now) {}

    /** Receives the last form of a deleted object. */
    default void removed(R last) {}
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
   * Creates an empty store.
   *
   * @param empty creates an object without content, for the informer's own book-keeping
   * @param reduction reduces an object
   * @param listener receives each change, including those at the first listing
   */
  public ReducingStore(Supplier<V> empty, Function<V, R> reduction, Listener<R> listener) {
    this.empty = empty;
    this.reduction = reduction;
    this.listener = listener;
  }

  /**
   * Stores an object from the answer to a request, unless a newer version is known or the object
   * has been deleted since.
   *
   * @param seen resource version up to which the watch has delivered all changes; empty if it has
   *     delivered nothing yet
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

  /** Whether the watch is past the object's version: then an unknown object has been deleted. */
  private static boolean isReached(HasMetadata object, String seen) {
    return version(object.getMetadata()) <= version(seen);
  }

  /**
   * Forgets an object that does not exist any more, according to a request. Does nothing if the
   * watch has delivered a newer version since: it knows better, or another object has the name.
   *
   * @param version resource version of the answer: the watch may still deliver older versions of
   *     the object; empty if the answer has none
   */
  public synchronized void retract(String namespace, String name, String version) {
    var key = keyOf(namespace, name);
    var known = entries.get(key);
    if (version.isEmpty() || (known != null && version(known.skeleton()) <= version(version))) {
      remove(key, version(version));
    }
  }

  /**
   * Forgets a deleted object. Unlike {@link #retract}, this is for an object that the watch selects
   * in all its versions: none of them brings it back.
   */
  synchronized void forget(String namespace, String name) {
    remove(keyOf(namespace, name), Long.MAX_VALUE);
  }

  /** Returns the reduced form of an object, if the object exists. */
  public Optional<R> reduced(String namespace, String name) {
    return Optional.ofNullable(entries.get(keyOf(namespace, name))).map(Entry::reduced);
  }

  /** Returns the resource version of an object, if the object exists. */
  Optional<String> version(String namespace, String name) {
    return Optional.ofNullable(entries.get(keyOf(namespace, name)))
        .map(entry -> entry.skeleton().getResourceVersion());
  }

  private static String keyOf(String namespace, String name) {
    return Cache.namespaceKeyFunc(namespace.isEmpty() ? null : namespace, name);
  }

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

  /** Reduces an object. Catches failures, as they would end the listing for all other objects. */
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
