package dev.catamaran.api;

/**
 * Name of a Kubernetes API type.
 *
 * @param group the API group; empty for the core group
 * @param version the version in that group, such as {@code v1alpha1}; never empty
 * @param kind the kind, such as {@code Memcached}; never empty
 */
public record GroupVersionKind(String group, String version, String kind) {

  public GroupVersionKind {
    if (version.isEmpty() || kind.isEmpty()) {
      throw new IllegalArgumentException("an API type needs a version and a kind");
    }
  }

  /**
   * Parses the two type fields of every Kubernetes object.
   *
   * @param apiVersion {@code group/version}, or the version alone for the core group
   * @throws IllegalArgumentException if the version or the kind is empty, or there is more than one
   *     slash
   */
  public static GroupVersionKind parse(String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    if (slash != apiVersion.lastIndexOf('/')) {
      throw new IllegalArgumentException(
          "apiVersion \"" + apiVersion + "\" has more than one slash");
    }
    var group = slash < 0 ? "" : apiVersion.substring(0, slash);
    return new GroupVersionKind(group, apiVersion.substring(slash + 1), kind);
  }

  /** Returns the value of an object's {@code apiVersion} field. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /**
   * Returns the format of Kubernetes' own messages: {@code cache.my.domain/v1alpha1,
   * Kind=Memcached}.
   */
  @Override
  public String toString() {
    return apiVersion() + ", Kind=" + kind;
  }
}
