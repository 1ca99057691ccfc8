package dev.catamaran.release;

import dev.catamaran.manifest.ObjectKey;
import java.util.List;

/** Port to what charts make by themselves. */
@FunctionalInterface
public interface ChartPlaces {
  /**
   * Returns those of {@code objects} in whose places the chart makes nothing with its own values
   * and the administrator's.
   *
   * @throws EngineException if nobody can tell now
   */
  List<ObjectKey> unknown(List<ObjectKey> objects, DesiredRelease desired);
}
