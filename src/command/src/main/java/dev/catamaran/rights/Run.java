package dev.catamaran.rights;

import dev.catamaran.recorder.ApiResource;
import dev.catamaran.recorder.RecordedLookup;
import dev.catamaran.recorder.RecordedObject;
import dev.catamaran.recorder.Recording;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recordings of a chart for two releases in two namespaces, the second one with other texts in the
 * values that name objects. What is equal in both does not depend on the release, and on no value
 * of a person.
 *
 * @param first the recording to read
 * @param second the recording to compare with
 * @param here the namespaces that count, also the empty one for what is in none
 */
record Run(Recording first, Recording second, Predicate<String> here) {

  /** A run in which each namespace counts. */
  Run(Recording first, Recording second) {
    this(first, second, namespace -> true);
  }

  /** Returns the same run without what is in a namespace that the chart itself names. */
  Run beside() {
    var places = places();
    return new Run(first, second, namespace -> !places.contains(namespace));
  }

  /** Returns the same run with only what is in one namespace. */
  Run in(String place) {
    return new Run(first, second, place::equals);
  }

  /** Returns the namespaces that the chart itself names: the same ones for each release. */
  Set<String> places() {
    return foreign()
        .map(RecordedObject::namespace)
        .filter(place -> second.objects().stream().anyMatch(it -> it.namespace().equals(place)))
        .collect(Collectors.toSet());
  }

  /** Returns the names for a rule on an object: none if the name differs between releases. */
  List<String> names(ApiResource resource, String name) {
    var named =
        Stream.concat(
            second.lookups().stream()
                .filter(lookup -> lookup.name().equals(name))
                .map(RecordedLookup::resource),
            second.objects().stream()
                .filter(object -> object.name().equals(name))
                .map(RecordedObject::resource));
    return named.anyMatch(resource::isSame) ? List.of(name) : List.of();
  }

  /** Returns one sentence for each template with objects in a namespace that it names itself. */
  Stream<String> foreignPlaces() {
    return foreign()
        .map(
            object ->
                "%s makes an object in namespace %s: an operator with Roles instead of a ClusterRole needs one there"
                    .formatted(object.template(), object.namespace()))
        .distinct();
  }

  private Stream<RecordedObject> foreign() {
    return first.objects().stream()
        .filter(object -> object.resource().namespaced())
        .filter(object -> !object.namespace().equals(first.namespace()));
  }

  /** Returns the objects, without those of tests on demand. */
  Stream<RecordedObject> objects(boolean withTests) {
    return first.objects().stream()
        .filter(object -> withTests || !object.isTest())
        .filter(object -> here.test(object.namespace()));
  }

  Stream<RecordedLookup> lookups() {
    return first.lookups().stream().filter(lookup -> here.test(lookup.namespace()));
  }
}
