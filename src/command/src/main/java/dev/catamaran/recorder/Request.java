package dev.catamaran.recorder;

/**
 * A request for objects.
 *
 * @param operation the operation that sent it
 * @param method HTTP method
 * @param verb verb of RBAC, such as {@code list}
 * @param group empty for the core group
 * @param version version in the group
 * @param resource plural name
 * @param subresource empty for the object itself
 * @param namespace empty for a cluster-scoped object, and for all namespaces
 * @param name name of the object, also of a created one; empty for a collection
 */
public record Request(
    Operation operation,
    String method,
    String verb,
    String group,
    String version,
    String resource,
    String subresource,
    String namespace,
    String name) {

  static Request of(Operation operation, String method, ApiPath path, boolean isWatch) {
    return new Request(
        operation,
        method,
        verb(method, path.name().isEmpty(), isWatch),
        path.group(),
        path.version(),
        path.plural(),
        path.subresource(),
        path.namespace(),
        path.name());
  }

  /** Returns the same request for the object in its body. */
  Request named(String object) {
    return new Request(
        operation, method, verb, group, version, resource, subresource, namespace, object);
  }

  /** Returns the same request with the verb {@code create}. */
  Request creating() {
    return new Request(
        operation, method, "create", group, version, resource, subresource, namespace, name);
  }

  /** Kubernetes, apiserver/pkg/endpoints/request/requestinfo.go. */
  private static String verb(String method, boolean isCollection, boolean isWatch) {
    return switch (method) {
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> isCollection ? "deletecollection" : "delete";
      default -> isWatch ? "watch" : isCollection ? "list" : "get";
    };
  }
}
