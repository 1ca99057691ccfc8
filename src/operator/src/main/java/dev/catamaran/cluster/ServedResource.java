package dev.catamaran.cluster;

import static java.util.stream.Collectors.toMap;

import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import java.util.LinkedHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A resource of an API group, in one of the group's versions.
 *
 * @param apiVersion group and version
 */
public record ServedResource(String apiVersion, APIResource resource) {

  /**
   * Returns the resources of a group, each once: in the preferred version if that serves it, else
   * in the first other one. The API server prefers one version for all definitions of a group
   * (apiextensions-apiserver, customresource_discovery_controller.go), so that version need not
   * serve each of them.
   *
   * @param served returns the resources of an API version
   */
  public static Stream<ServedResource> of(
      APIGroup group, Function<String, Stream<APIResource>> served) {
    return versions(group)
        .flatMap(version -> served.apply(version).map(found -> new ServedResource(version, found)))
        .collect(
            toMap(
                found -> found.resource().getName(),
                Function.identity(),
                (preferred, other) -> preferred,
                LinkedHashMap::new))
        .values()
        .stream();
  }

  static Stream<String> versions(APIGroup group) {
    return Stream.concat(Stream.of(group.getPreferredVersion()), group.getVersions().stream())
        .map(GroupVersionForDiscovery::getGroupVersion)
        .distinct();
  }
}
