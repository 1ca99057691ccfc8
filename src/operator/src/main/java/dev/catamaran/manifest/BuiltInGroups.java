package dev.catamaran.manifest;

import java.util.Set;

/**
 * The groups of the API server's own kinds (k8s.io/api, with those of the extension and aggregation
 * servers). The name alone does not show it: {@code gateway.networking.k8s.io} and other groups
 * below {@code k8s.io} have CustomResourceDefinitions.
 */
public final class BuiltInGroups {
  private static final Set<String> NAMES =
      Set.of(
          "",
          "admissionregistration.k8s.io",
          "apiextensions.k8s.io",
          "apiregistration.k8s.io",
          "apps",
          "authentication.k8s.io",
          "authorization.k8s.io",
          "autoscaling",
          "batch",
          "certificates.k8s.io",
          "coordination.k8s.io",
          "discovery.k8s.io",
          "events.k8s.io",
          "extensions",
          "flowcontrol.apiserver.k8s.io",
          "internal.apiserver.k8s.io",
          "networking.k8s.io",
          "node.k8s.io",
          "policy",
          "rbac.authorization.k8s.io",
          "resource.k8s.io",
          "scheduling.k8s.io",
          "storage.k8s.io",
          "storagemigration.k8s.io");

  private BuiltInGroups() {}

  /**
   * Whether the API server itself serves the group. A group of a later version of Kubernetes counts
   * as custom: what custom kinds accept, built-in kinds accept too.
   *
   * @param group without the version; empty for the core group
   */
  public static boolean contains(String group) {
    return NAMES.contains(group);
  }
}
