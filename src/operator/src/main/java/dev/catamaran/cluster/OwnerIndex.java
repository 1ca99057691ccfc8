package dev.catamaran.cluster;

import dev.catamaran.informer.ReducingStore;
import dev.catamaran.manifest.ObjectKey;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The objects that name each primary. A deletion may go unnoticed while an informer is rebuilt, so
 * callers look up each object.
 */
final class OwnerIndex implements ReducingStore.Listener<Descendant> {
  private final Map<PrimaryKey, Set<ObjectKey>> named = new ConcurrentHashMap<>();
  private final ContentBudget budget;
  private final ReducingStore.Listener<Descendant> next;

  /** Passes on each change to {@code next}. Forgets contents beyond the budget. */
  OwnerIndex(ContentBudget budget, ReducingStore.Listener<Descendant> next) {
    this.budget = budget;
    this.next = next;
  }

  /** Returns the objects that name {@code primary} now; some may not exist any more. */
  Set<ObjectKey> of(PrimaryKey primary) {
    return Set.copyOf(named.getOrDefault(primary, Set.of()));
  }

  @Override
  public void added(Descendant now) {
    keep(now);
    add(now.owners().keys(), now.key());
    next.added(now);
  }

  @Override
  public void changed(Descendant before, Descendant now) {
    budget.release(before.key().namespace(), before.size());
    keep(now);
    if (!before.owners().equals(now.owners())) {
      remove(before.owners().keys(), before.key());
      add(now.owners().keys(), now.key());
    }
    next.changed(before, now);
  }

  @Override
  public void removed(Descendant last) {
    budget.release(last.key().namespace(), last.size());
    remove(last.owners().keys(), last.key());
    next.removed(last);
  }

  private void keep(Descendant now) {
    if (!budget.admits(now.key().namespace(), now.size())) {
      now.forgetContent();
    }
  }

  private void add(Collection<PrimaryKey> owners, ObjectKey object) {
    for (var owner : owners) {
      named.compute(owner, (key, objects) -> with(objects, object));
    }
  }

  private void remove(Collection<PrimaryKey> owners, ObjectKey object) {
    for (var owner : owners) {
      named.computeIfPresent(owner, (key, objects) -> without(objects, object));
    }
  }

  /** Changes the set: a primary may have thousands of objects. */
  private static Set<ObjectKey> with(@Nullable Set<ObjectKey> objects, ObjectKey object) {
    Set<ObjectKey> all = objects == null ? ConcurrentHashMap.newKeySet() : objects;
    all.add(object);
    return all;
  }

  @SuppressWarnings("NullAway") // A null removes the map's entry.
  private static Set<ObjectKey> without(Set<ObjectKey> objects, ObjectKey object) {
    objects.remove(object);
    return objects.isEmpty() ? null : objects;
  }
}
