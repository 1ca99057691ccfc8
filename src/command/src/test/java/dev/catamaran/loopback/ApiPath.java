package dev.catamaran.loopback;

import java.util.List;
import java.util.Optional;

/**
 * The path of a request for objects (Kubernetes, apiserver/pkg/endpoints/request/requestinfo.go).
 *
 * @param group empty for the core group
 * @param version version in the group
 * @param namespace empty for a cluster-scoped object, and for all namespaces
 * @param plural name of the resource
 * @param name empty for a collection
 * @param subresource such as {@code status}; empty for the object itself
 */
public record ApiPath(
    String group,
    String version,
    String namespace,
    String plural,
    String name,
    String subresource) {
  private static final String NAMESPACES = "namespaces";
  private static final List<String> OF_NAMESPACES = List.of("status", "finalize");

  /** Returns the path of objects; empty for any other path. */
  public static Optional<ApiPath> of(String path) {
    var segments = List.of(path.substring(1).split("/"));
    boolean isCore = segments.getFirst().equals("api");
    int prefix = isCore ? 2 : 3;
    if ((!isCore && !segments.getFirst().equals("apis")) || segments.size() <= prefix) {
      return Optional.empty();
    }
    return Optional.of(
        of(
            isCore ? "" : segments.get(1),
            segments.get(prefix - 1),
            segments.subList(prefix, segments.size())));
  }

  private static ApiPath of(String group, String version, List<String> rest) {
    boolean isInNamespace =
        rest.size() > 2
            && rest.getFirst().equals(NAMESPACES)
            && !OF_NAMESPACES.contains(rest.get(2));
    var object = isInNamespace ? rest.subList(2, rest.size()) : rest;
    return new ApiPath(
        group,
        version,
        isInNamespace ? rest.get(1) : "",
        object.getFirst(),
        object.size() > 1 ? object.get(1) : "",
        object.size() > 2 ? String.join("/", object.subList(2, object.size())) : "");
  }

  /** Returns the path of an object in this collection. */
  public ApiPath named(String object) {
    return new ApiPath(group, version, namespace, plural, object, subresource);
  }

  /** Whether the object at {@code other} is in this collection. Versions share their objects. */
  public boolean contains(ApiPath other) {
    return group.equals(other.group)
        && plural.equals(other.plural)
        && (namespace.isEmpty() || namespace.equals(other.namespace));
  }

  /** Returns the path of the object itself, the same for all versions. */
  public ApiPath stored() {
    return new ApiPath(group, "", namespace, plural, name, "");
  }
}
