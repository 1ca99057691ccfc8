package dev.catamaran.api;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Set;
import java.util.function.Function;

/**
 * Objects of another kind whose coming, change and going wakes primaries. They are watched where
 * primaries are, and kept in memory whole. The operator needs the rights to list and watch them.
 *
 * @param kind theirs
 * @param labelSelector as the API server takes it, such as {@code app=x,tier in (a,b)}; empty for
 *     all of the kind
 * @param primaries whom such an object concerns; quick, and always the same for the same object
 */
public record ExtraWatch(
    GroupVersionKind kind,
    String labelSelector,
    Function<GenericKubernetesResource, Set<PrimaryName>> primaries) {

  /**
   * Names a primary of the extension's own kind.
   *
   * @param namespace empty for a cluster-scoped primary
   * @param name its name
   */
  public record PrimaryName(String namespace, String name) {}
}
