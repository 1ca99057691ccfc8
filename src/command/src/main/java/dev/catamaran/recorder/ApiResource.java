package dev.catamaran.recorder;

/**
 * A resource of an API server.
 *
 * @param group empty for the core group
 * @param version version in the group
 * @param plural name in paths and in RBAC rules, such as {@code deployments}
 * @param kind kind of its objects
 * @param namespaced whether its objects are in namespaces
 */
public record ApiResource(
    String group, String version, String plural, String kind, boolean namespaced) {

  /** Returns the value of an object's {@code apiVersion}. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }
}
