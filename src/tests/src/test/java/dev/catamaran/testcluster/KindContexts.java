package dev.catamaran.testcluster;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/**
 * Kinds with their plurals. Without the plural, the client reads the API server's list of kinds for
 * each request. That list is absent, or old, for a moment after a definition changes.
 */
public final class KindContexts {
  private KindContexts() {}

  /** A namespaced kind. */
  public static ResourceDefinitionContext namespaced(
      String group, String version, String kind, String plural) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(group)
        .withVersion(version)
        .withKind(kind)
        .withPlural(plural)
        .withNamespaced(true)
        .build();
  }
}
