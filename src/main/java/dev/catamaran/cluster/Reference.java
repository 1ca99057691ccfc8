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

/** One object that primaries refer to, and who they are. */
final class Reference implements ReducingStore.Listener<Content>, AutoCloseable {
  private final Consumer<PrimaryKey> onChange;
  private final Set<PrimaryKey> primaries = ConcurrentHashMap.newKeySet();
  private final ReentrantLock starting = new ReentrantLock();
  private volatile @Nullable SingleObject<?, Content> object;

  Reference(Consumer<PrimaryKey> onChange) {
    this.onChange = onChange;
  }

  /** Begins to watch, unless it does already; one at a time tries. */
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

  /** This, or null if nobody is left; then it is closed. */
  @Nullable Reference without(PrimaryKey primary) {
    primaries.remove(primary);
    if (primaries.isEmpty()) {
      close();
      return null;
    }
    return this;
  }

  /** Of the first listing nobody is told: they wait for it, and are about to read it. */
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
