package dev.catamaran.events;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A map of limited size: it removes the least recently used entry first. */
final class LeastRecent<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1;
  private static final float LOAD = 0.75f;

  private final int most;
  private final transient Consumer<V> onGone;

  /** Gives each removed value to {@code onGone}. */
  LeastRecent(int most, Consumer<V> onGone) {
    super(16, LOAD, /* accessOrder= */ true);
    this.most = most;
    this.onGone = onGone;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    boolean isFull = size() > most;
    if (isFull) {
      onGone.accept(eldest.getValue());
    }
    return isFull;
  }
}
