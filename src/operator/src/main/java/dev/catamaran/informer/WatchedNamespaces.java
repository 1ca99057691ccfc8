package dev.catamaran.informer;

import java.util.Set;

/**
 * The namespaces of the manager.
 *
 * @param names empty for all namespaces
 */
public record WatchedNamespaces(Set<String> names) {
  /** Stands for all namespaces where one name is required. */
  static final String ALL = "";

  public static WatchedNamespaces all() {
    return new WatchedNamespaces(Set.of());
  }

  /**
   * Whether objects of a namespace are watched. Cluster-scoped objects, with an empty namespace,
   * always are.
   */
  public boolean covers(String namespace) {
    return names.isEmpty() || namespace.isEmpty() || names.contains(namespace);
  }

  /** Returns one entry for each required watch: each name, or {@link #ALL} alone. */
  Set<String> watches() {
    return names.isEmpty() ? Set.of(ALL) : names;
  }
}
