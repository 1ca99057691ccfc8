package dev.catamaran.rights;

import dev.catamaran.recorder.ApiResource;
import dev.catamaran.recorder.RecordedObject;
import dev.catamaran.recorder.Recording;
import java.util.List;
import java.util.stream.Stream;

/**
 * Recordings of a chart for two releases in two namespaces, the second one with other texts in the
 * values that name objects. What is equal in both does not depend on the release, and on no value
 * of a person.
 *
 * @param values name of the values for people, such as {@code the default values}
 * @param first the recording to read
 * @param second the recording to compare with
 */
record Run(String values, Recording first, Recording second) {

  /** Returns the names for a rule on an object: none if the name differs between releases. */
  List<String> names(String group, String resource, String name) {
    return isIn(first, group, resource, name) && isIn(second, group, resource, name)
        ? List.of(name)
        : List.of();
  }

  private static boolean isIn(Recording recording, String group, String resource, String name) {
    return recording.lookups().stream()
            .filter(lookup -> is(lookup.resource(), group, resource))
            .anyMatch(lookup -> lookup.name().equals(name))
        || recording.objects().stream()
            .filter(object -> is(object.resource(), group, resource))
            .anyMatch(object -> object.name().equals(name));
  }

  private static boolean is(ApiResource found, String group, String resource) {
    return found.group().equals(group) && found.plural().equals(resource);
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
