package dev.catamaran.cluster;

import dev.catamaran.release.PrimaryIdentity;

/**
 * Identifies a primary as a descendant's metadata does: without the API version.
 *
 * @param group API group
 * @param namespace empty for a cluster-scoped primary
 */
public record PrimaryKey(String group, String kind, String namespace, String name) {
  public static PrimaryKey of(PrimaryIdentity primary) {
    return new PrimaryKey(primary.group(), primary.kind(), primary.namespace(), primary.name());
  }
}
