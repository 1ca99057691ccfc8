package dev.catamaran.recorder;

import java.util.List;
import java.util.stream.Stream;

/**
 * What Helm makes of a chart with certain values, and what it requests for that.
 *
 * @param chart name of the chart
 * @param namespace namespace of the release
 * @param release name of the release
 * @param manifest rendered objects as Helm stores them, without hooks
 * @param objects objects of the manifest and hooks, in the order of the templates in the manifest
 * @param requests all requests for objects, in their order
 * @param notes sentences about assumptions and failures
 */
public record Recording(
    String chart,
    String namespace,
    String release,
    String manifest,
    List<RecordedObject> objects,
    List<Request> requests,
    List<String> notes) {

  /** Copies the lists. */
  public Recording {
    objects = List.copyOf(objects);
    requests = List.copyOf(requests);
    notes = List.copyOf(notes);
  }

  /** Returns the hooks, also those of tests. */
  public Stream<RecordedObject> hooks() {
    return objects.stream().filter(RecordedObject::isHook);
  }
}
