package dev.catamaran.recorder;

import java.util.Set;

/** Cluster-scoped kinds of widely used definitions, beside those with names like ClusterIssuer. */
final class ClusterKinds {
  /**
   * Kinds of the Gateway API, Gatekeeper, Crossplane, OpenShift, Karpenter and volume snapshots.
   */
  static final Set<String> NAMES =
      Set.of(
          "CiliumClusterwideNetworkPolicy",
          "CompositeResourceDefinition",
          "Composition",
          "ConstraintTemplate",
          "EC2NodeClass",
          "GatewayClass",
          "NodePool",
          "Provider",
          "ProviderConfig",
          "SecurityContextConstraints",
          "VolumeSnapshotClass",
          "VolumeSnapshotContent");

  private ClusterKinds() {}
}
