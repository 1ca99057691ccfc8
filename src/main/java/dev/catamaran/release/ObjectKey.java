package dev.catamaran.release;

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

  /** Kind and name, as people write them: {@code Deployment/web}. */
  @Override
  public String toString() {
    return kind + "/" + name;
  }
}
