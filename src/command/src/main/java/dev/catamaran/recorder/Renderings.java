package dev.catamaran.recorder;

import dev.catamaran.wire.SideBySide;
import java.util.List;
import java.util.function.Function;

/**
 * Work that waits for renderings: as many at once as there are processors. More of a chart with
 * many definitions would take too much memory.
 */
public final class Renderings {
  private Renderings() {}

  /** Returns the results in the order of the inputs. */
  public static <T, R> List<R> ofEach(List<T> inputs, Function<T, R> work) {
    return SideBySide.ofEach(Runtime.getRuntime().availableProcessors(), inputs, work);
  }
}
