package dev.catamaran.cluster;

import dev.catamaran.release.PrimaryIdentity;

/**
 * Names a primary as a descendant's metadata can: without the version of its API.
 *
 * @param group API group
 * @param kind the kind
 * @param namespace empty for a cluster-scoped primary
 * @param name the name
 */
public record PrimaryKey(String group, String kind, String namespace, String name) {
  /** The key of a known primary. */
  public static PrimaryKey of(PrimaryIdentity primary) {
    return new PrimaryKey(primary.group(), primary.kind(), primary.namespace(), primary.name());
  }
}
