package dev.catamaran.cluster;

import dev.catamaran.manifest.ObjectKey;
import java.util.stream.Stream;

/**
 * Identifies an object in the cluster, independent of the API version in which a client sees it.
 *
 * @param namespace empty for a cluster-scoped object
 */
record Place(String group, String kind, String namespace, String name) {

  /**
   * Returns the place of an object.
   *
   * @param key of the live object, or from {@link ApiResources#locate}; not from a manifest
   */
  static Place of(ObjectKey key) {
    return new Place(OwnerKeys.groupOf(key.apiVersion()), key.kind(), key.namespace(), key.name());
  }

  /**
   * Returns all possible places of an object of a manifest. The API server ignores the namespace of
   * a cluster-scoped object, so only the served kind shows the place. If the kind is not served in
   * this API version, it may be in another one, and its scope is unknown.
   */
  static Stream<Place> candidates(
      ObjectKey inManifest, String releaseNamespace, ApiResources apis) {
    return apis.locate(inManifest, releaseNamespace)
        .map(Stream::of)
        .orElseGet(
            () ->
                Stream.of(
                    inManifest.in(""),
                    inManifest.namespace().isEmpty()
                        ? inManifest.in(releaseNamespace)
                        : inManifest))
        .map(Place::of);
  }
}
