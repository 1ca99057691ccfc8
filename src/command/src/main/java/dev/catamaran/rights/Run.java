package dev.catamaran.rights;

import dev.catamaran.recorder.RecordedObject;
import dev.catamaran.recorder.Recording;
import java.util.List;
import java.util.stream.Stream;

/**
 * Recordings of a chart with the same values, for two releases in two namespaces. What is equal in
 * both does not depend on the release.
 *
 * @param values name of the values for people, such as {@code the default values}
 * @param first the recording to read
 * @param second the recording to compare with
 */
record Run(String values, Recording first, Recording second) {

  /** Whether a request or an object of both recordings has this name. */
  boolean isFixed(String group, String resource, String name) {
    return isIn(first, group, resource, name) && isIn(second, group, resource, name);
  }

  private static boolean isIn(Recording recording, String group, String resource, String name) {
    return recording.requests().stream()
            .anyMatch(
                request ->
                    request.group().equals(group)
                        && request.resource().equals(resource)
                        && request.name().equals(name))
        || recording.objects().stream()
            .anyMatch(
                object ->
                    object.resource().group().equals(group)
                        && object.resource().plural().equals(resource)
                        && object.name().equals(name));
  }

  /** Returns the names for a rule on an object: none if the name differs between releases. */
  List<String> names(String group, String resource, String name) {
    return isFixed(group, resource, name) ? List.of(name) : List.of();
  }

  /** Returns one sentence for each template with objects in a namespace that it names itself. */
  Stream<String> foreignPlaces() {
    return first.objects().stream()
        .filter(object -> object.resource().namespaced())
        .filter(object -> !object.namespace().equals(first.namespace()))
        .map(
            object ->
                "%s makes an object in namespace %s: an operator with Roles instead of a ClusterRole needs one there"
                    .formatted(object.template(), object.namespace()))
        .distinct();
  }

  /** Returns the objects, without those of tests on demand. */
  Stream<RecordedObject> objects(boolean withTests) {
    return first.objects().stream().filter(object -> withTests || !object.isTest());
  }
}
