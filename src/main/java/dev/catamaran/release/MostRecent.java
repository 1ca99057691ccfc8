package dev.catamaran.release;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Makes what is asked for and keeps it for the next time, of so many keys and no more: the one that
 * was not asked for longest is forgotten, and made anew when it is asked for again.
 *
 * @param <K> what is asked for
 * @param <V> what is made of it; must need no closing
 */
public final class MostRecent<K, V> {
  private static final float LOAD = 0.75f;

  private final Function<K, V> make;
  private final Map<K, V> kept;

  /** Keeps {@code most} of what {@code make} makes. */
  public MostRecent(int most, Function<K, V> make) {
    this.make = make;
    this.kept =
        new LinkedHashMap<>(16, LOAD, /* accessOrder= */ true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > most;
          }
        };
  }

  /** What belongs to {@code key}. */
  public synchronized V of(K key) {
    var known = kept.get(key);
    if (known != null) {
      return known;
    }
    var made = make.apply(key);
    kept.put(key, made);
    return made;
  }

  /** How many are kept now. */
  public synchronized int size() {
    return kept.size();
  }
}
