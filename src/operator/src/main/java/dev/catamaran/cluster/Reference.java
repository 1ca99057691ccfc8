package dev.catamaran.cluster;

import dev.catamaran.informer.ReducingStore;
import dev.catamaran.informer.SingleObject;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An object that primaries refer to, and these primaries. */
final class Reference implements ReducingStore.Listener<Content>, AutoCloseable {
  private final Consumer<PrimaryKey> onChange;
  private final Set<PrimaryKey> primaries = ConcurrentHashMap.newKeySet();
  private final ReentrantLock starting = new ReentrantLock();
  private volatile @Nullable SingleObject<?, Content> object;

  Reference(Consumer<PrimaryKey> onChange) {
    this.onChange = onChange;
  }

  /** Starts the watch, unless it runs already; only one thread at a time tries. */
  void start(Supplier<SingleObject<?, Content>> watch, Duration timeout) {
    if (object != null) {
      return;
    }
    starting.lock();
    try {
      if (object == null) {
        var begun = watch.get();
        begun.start(timeout);
        object = begun;
      }
    } finally {
      starting.unlock();
    }
  }

  Optional<Content> content() {
    var watch = object;
    return watch == null ? Optional.empty() : watch.find();
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
  public void added(Content now) {
    if (object != null) {
      primaries.forEach(onChange);
    }
  }

  @Override
  public void changed(Content before, Content now) {
    if (!before.equals(now)) {
      primaries.forEach(onChange);
    }
  }

  @Override
  public void removed(Content last) {
    primaries.forEach(onChange);
  }

  @Override
  public void close() {
    var watch = object;
    if (watch != null) {
      watch.close();
    }
  }
}
