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
   * Returns this key in {@code namespace}; what a manifest that names none means for a namespaced
   * kind.
   */
  public ObjectKey in(String namespace) {
    return new ObjectKey(apiVersion, kind, namespace, name);
  }

  /**
   * Whether the API server can have such an object. What it has not, a manifest can name all the
   * same; the path of another object could be made of it.
   */
  public boolean canExist() {
    return isPathSegment(name) && (namespace.isEmpty() || isPathSegment(namespace));
  }

  /**
   * Whether the API server takes a text for a name, of whatever kind (Kubernetes,
   * api/validation/path/name.go).
   */
  public static boolean isPathSegment(String name) {
    return !name.isEmpty()
        && !name.equals(".")
        && !name.equals("..")
        && name.indexOf('/') < 0
        && name.indexOf('%') < 0;
  }

  /** Kind and name, as people write them: {@code Deployment/web}. */
  @Override
  public String toString() {
    return kind + "/" + name;
  }
}
