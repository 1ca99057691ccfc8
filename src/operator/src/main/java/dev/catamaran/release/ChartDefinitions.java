package dev.catamaran.release;

import dev.catamaran.manifest.ManifestObject;
import java.util.List;
import java.util.Optional;

/**
 * Port to the folders {@code crds/} of a chart and its subcharts. Helm creates these objects before
 * all others, and only during an install.
 */
@FunctionalInterface
public interface ChartDefinitions {
  /**
   * An object in such a folder.
   *
   * @param isOwn whether the chart has it also with its own values or those of its folder ci, under
   *     the administrator's
   */
  record Definition(ManifestObject object, boolean isOwn) {}

  /**
   * Returns the objects of the chart and of the subcharts that the values enable; nothing if there
   * are none with any values.
   *
   * @throws EngineException if they cannot be read
   */
  Optional<List<Definition>> of(DesiredRelease desired);
}
