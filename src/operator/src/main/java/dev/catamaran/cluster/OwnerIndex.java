package dev.catamaran.cluster;

import dev.catamaran.informer.ReducingStore;
import dev.catamaran.manifest.ObjectKey;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The objects that name each primary. A deletion may go unnoticed while an informer is rebuilt, so
 * callers look up each object.
 */
final class OwnerIndex implements ReducingStore.Listener<Descendant> {
  private final Map<PrimaryKey, Set<ObjectKey>> named = new ConcurrentHashMap<>();
  private final ReducingStore.Listener<Descendant> next;

  /** Passes on each change to {@code next}. */
  OwnerIndex(ReducingStore.Listener<Descendant> next) {
    this.next = next;
  }

  /** Returns the objects that name {@code primary}; some may not exist any more. */
  Set<ObjectKey> of(PrimaryKey primary) {
    return named.getOrDefault(primary, Set.of());
  }

  @Override
  public void added(Descendant now) {
    add(now.owners().keys(), now.key());
    next.added(now);
  }

  @Override
  public void changed(Descendant before, Descendant now) {
    if (!before.owners().equals(now.owners())) {
      remove(before.owners().keys(), before.key());
      add(now.owners().keys(), now.key());
    }
    next.changed(before, now);
  }

  @Override
  public void removed(Descendant last) {
    remove(last.owners().keys(), last.key());
    next.removed(last);
  }

  private void add(Collection<PrimaryKey> owners, ObjectKey object) {
    for (var owner : owners) {
      named.merge(owner, Set.of(object), OwnerIndex::union);
    }
  }

  private void remove(Collection<PrimaryKey> owners, ObjectKey object) {
    for (var owner : owners) {
      named.computeIfPresent(owner, (key, objects) -> without(objects, object));
    }
  }

  private static Set<ObjectKey> union(Set<ObjectKey> some, Set<ObjectKey> more) {
    var all = new HashSet<>(some);
    all.addAll(more);
    return Set.copyOf(all);
  }

  @SuppressWarnings("NullAway") // A null removes the map's entry.
  private static Set<ObjectKey> without(Set<ObjectKey> objects, ObjectKey object) {
    var left = new HashSet<>(objects);
    left.remove(object);
    return left.isEmpty() ? null : Set.copyOf(left);
  }
}
