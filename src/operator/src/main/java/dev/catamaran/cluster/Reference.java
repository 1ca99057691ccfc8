package dev.catamaran.cluster;

import dev.catamaran.cluster.ReferencedObjects.TooManyReferencesException;
import dev.catamaran.informer.ReducedInformer;
import dev.catamaran.informer.ReducingStore;
import dev.catamaran.manifest.ObjectKey;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object that primaries refer to, and these primaries. Its content is kept as long as the budget
 * of its namespace allows it.
 */
final class Reference implements ReducingStore.Listener<Optional<Content>>, AutoCloseable {
  private final ObjectKey key;
  private final ContentBudget budget;
  private final Consumer<PrimaryKey> onChange;
  private final Set<PrimaryKey> primaries = ConcurrentHashMap.newKeySet();
  private final ReentrantLock starting = new ReentrantLock();
  private volatile @Nullable ReducedInformer<?, Optional<Content>> object;
  private long size;

  Reference(ObjectKey key, ContentBudget budget, Consumer<PrimaryKey> onChange) {
    this.key = key;
    this.budget = budget;
    this.onChange = onChange;
  }

  /**
   * Starts the watch, unless it runs already; only one thread at a time tries. What was too large
   * is read again: there may be room now.
   */
  void start(Supplier<ReducedInformer<?, Optional<Content>>> watch, Duration timeout) {
    if (object != null && !isLeftOut()) {
      return;
    }
    starting.lock();
    try {
      if (object == null || isLeftOut()) {
        close();
        object = null;
        var begun = watch.get();
        begun.start(timeout);
        object = begun;
      }
    } finally {
      starting.unlock();
    }
  }

  /**
   * Returns the content; empty if the object does not exist.
   *
   * @throws TooManyReferencesException if there is no memory for it
   */
  Optional<Content> content() {
    return kept().map(found -> found.orElseThrow(() -> TooManyReferencesException.tooLarge(key)));
  }

  /** Whether the object exists, and there was no memory for it. */
  boolean isLeftOut() {
    return kept().filter(Optional::isEmpty).isPresent();
  }

  private Optional<Optional<Content>> kept() {
    var watch = object;
    return watch == null ? Optional.empty() : watch.all().findFirst();
  }

  synchronized Optional<Content> admitted(Content now) {
    free();
    if (!budget.admits(key.namespace(), now.size())) {
      return Optional.empty();
    }
    size = now.size();
    return Optional.of(now);
  }

  private synchronized void free() {
    budget.release(key.namespace(), size);
    size = 0;
  }

  Reference by(PrimaryKey primary) {
    primaries.add(primary);
    return this;
  }

  /** Removes a primary; returns this, or null after the last primary, and then closes the watch. */
  @Nullable Reference without(PrimaryKey primary) {
    primaries.remove(primary);
    if (primaries.isEmpty()) {
      close();
      return null;
    }
    return this;
  }

  /** Does not report the first listing: the primaries wait for it and then read it. */
  @Override
  public void added(Optional<Content> now) {
    if (object != null) {
      primaries.forEach(onChange);
    }
  }

  @Override
  public void changed(Optional<Content> before, Optional<Content> now) {
    if (!before.equals(now)) {
      primaries.forEach(onChange);
    }
  }

  @Override
  public void removed(Optional<Content> last) {
    free();
    primaries.forEach(onChange);
  }

  @Override
  public void close() {
    var watch = object;
    if (watch != null) {
      watch.close();
    }
    free();
  }
}
