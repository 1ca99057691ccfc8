package dev.catamaran.recorder;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What Helm makes of a chart with certain values.
 *
 * @param chart name of the chart
 * @param namespace namespace of the release
 * @param release name of the release
 * @param objects objects of the manifest in their order, then hooks, then what only an upgrade
 *     makes
 * @param lookups what the templates look up
 * @param definitions names of the definitions in the folders crds of the chart and its subcharts
 * @param notes sentences about assumptions and failures
 */
public record Recording(
    String chart,
    String namespace,
    String release,
    List<RecordedObject> objects,
    List<RecordedLookup> lookups,
    Set<String> definitions,
    List<String> notes) {

  /** Returns the hooks, also those of tests. */
  public Stream<RecordedObject> hooks() {
    return objects.stream().filter(RecordedObject::isHook);
  }
}
