package dev.catamaran.manifest;

import java.util.Collection;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Identifies one object of the cluster.
 *
 * @param apiVersion group and version, such as {@code apps/v1}
 * @param kind the kind, such as {@code Deployment}
 * @param namespace empty for a cluster-scoped object
 * @param name the object's name
 */
public record ObjectKey(String apiVersion, String kind, String namespace, String name) {
  private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?");

  /** Returns the API group; empty for the core group. */
  public String group() {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

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
    return isPathSegment(name) && (namespace.isEmpty() || isNamespace(namespace));
  }

  /** Whether the API server accepts a text as the name of a namespace. */
  public static boolean isNamespace(String name) {
    return NAMESPACE.matcher(name).matches();
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

  /** Returns these objects in the usual notation, separated by commas. */
  public static String list(Collection<ObjectKey> objects) {
    return objects.stream().map(ObjectKey::toString).collect(Collectors.joining(", "));
  }

  /** Returns kind and name in the usual notation: {@code Deployment/web}. */
  @Override
  public String toString() {
    return kind + "/" + name;
  }
}
