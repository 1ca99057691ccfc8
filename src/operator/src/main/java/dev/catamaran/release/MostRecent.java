package dev.catamaran.release;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Cache of a limited number of results. It forgets the key that was not requested for the longest
 * time, and computes its result again at the next request.
 *
 * @param <K> the key
 * @param <V> the result; must need no closing
 */
public final class MostRecent<K, V> {
  private static final float LOAD = 0.75f;

  private final Function<K, V> make;
  private final Map<K, V> kept;

  /** Keeps {@code most} results of {@code make}. */
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

  /** Returns the result for {@code key}. */
  public synchronized V of(K key) {
    var known = kept.get(key);
    if (known != null) {
      return known;
    }
    var made = make.apply(key);
    kept.put(key, made);
    return made;
  }
}
