package dev.catamaran.informer;

import java.util.Set;

/**
 * The namespaces that the manager works in.
 *
 * @param names empty for all namespaces
 */
public record WatchedNamespaces(Set<String> names) {
  /** What stands for all namespaces where one name is wanted. */
  static final String ALL = "";

  /** Copies the names. */
  public WatchedNamespaces {
    names = Set.copyOf(names);
  }

  /** Every namespace. */
  public static WatchedNamespaces all() {
    return new WatchedNamespaces(Set.of());
  }

  /**
   * Whether objects of a namespace are seen; those at cluster scope, which have an empty one,
   * always are.
   */
  public boolean covers(String namespace) {
    return names.isEmpty() || namespace.isEmpty() || names.contains(namespace);
  }

  /** One entry for each watch that is needed: each name, or {@link #ALL} alone. */
  Set<String> watches() {
    return names.isEmpty() ? Set.of(ALL) : names;
  }
}
