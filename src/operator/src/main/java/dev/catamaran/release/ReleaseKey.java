package dev.catamaran.release;

import static java.util.Objects.requireNonNull;

/**
 * Identifies a release: Helm keeps the revisions of {@code name} as Secrets in {@code namespace}.
 *
 * @param namespace the namespace that holds the revisions and, by default, the objects
 * @param name the release name, at most 53 characters (Helm, pkg/action/install.go)
 */
public record ReleaseKey(String namespace, String name) {
  /** Rejects a null part. */
  public ReleaseKey {
    requireNonNull(namespace);
    requireNonNull(name);
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
