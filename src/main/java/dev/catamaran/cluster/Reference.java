package dev.catamaran.cluster;

import dev.catamaran.informer.ReducingStore;
import dev.catamaran.informer.SingleObject;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One object that primaries refer to, and who they are. */
final class Reference implements ReducingStore.Listener<Content>, AutoCloseable {
  private final Consumer<PrimaryKey> onChange;
  private final Set<PrimaryKey> primaries = ConcurrentHashMap.newKeySet();
  private volatile @Nullable SingleObject<?, Content> object;

  Reference(Consumer<PrimaryKey> onChange) {
    this.onChange = onChange;
  }

  void start(SingleObject<?, Content> watch, Duration timeout) {
    watch.start(timeout);
    object = watch;
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

  /**
   * At the first listing nobody refers to it yet, so nobody is told of what he is about to read.
   */
  @Override
  public void added(Content now) {
    primaries.forEach(onChange);
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
