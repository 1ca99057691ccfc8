package dev.catamaran.manifest;

/**
 * Identifies one object of the cluster.
 *
 * @param apiVersion group and version, such as {@code apps/v1}
 * @param kind the kind, such as {@code Deployment}
 * @param namespace empty for a cluster-scoped object
 * @param name the object's name
 */
public record ObjectKey(String apiVersion, String kind, String namespace, String name) {

  /**
   * Returns this key in {@code namespace}: the meaning of a manifest without a namespace for a
   * namespaced kind.
   */
  public ObjectKey in(String namespace) {
    return new ObjectKey(apiVersion, kind, namespace, name);
  }

  /**
   * Whether the API server can have an object of this name. A manifest can name an impossible one,
   * and its path could be the path of another object.
   */
  public boolean canExist() {
    return isPathSegment(name) && (namespace.isEmpty() || isPathSegment(namespace));
  }

  /**
   * Whether the API server accepts a text as a name, for any kind (Kubernetes,
   * api/validation/path/name.go).
   */
  public static boolean isPathSegment(String name) {
    return !name.isEmpty()
        && !name.equals(".")
        && !name.equals("..")
        && name.indexOf('/') < 0
        && name.indexOf('%') < 0;
  }

  /** Returns kind and name in the usual notation: {@code Deployment/web}. */
  @Override
  public String toString() {
    return kind + "/" + name;
  }
}
