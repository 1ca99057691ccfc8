package dev.catamaran.api;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Set;
import java.util.function.Function;

/**
 * Watch of another kind: the creation, update and deletion of its objects trigger passes over
 * primaries. Watches the same namespaces as for primaries, and keeps whole objects in memory. The
 * operator needs the rights to list and watch them.
 *
 * @param kind the watched kind
 * @param labelSelector in the API server's format, such as {@code app=x,tier in (a,b)}; empty for
 *     all objects of the kind
 * @param primaries returns the primaries that depend on an object; must be quick, and must always
 *     return the same result for the same object
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
