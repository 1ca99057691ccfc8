package dev.catamaran.manifest;

import java.util.Set;

/**
 * The objects whose deletion can delete what no client can make again. This is the one list of
 * them: no remedy deletes such an object, and Helm deletes it only when the chart drops it, or a
 * person deletes the release. Pure.
 */
final class DataHolders {
  /**
   * Group and kind. A Namespace holds the claims in it. A Secret may hold a generated password,
   * without which the data of a claim is of no use.
   */
  private static final Set<String> KINDS =
      Set.of(
          "/Namespace",
          "/PersistentVolume",
          "/PersistentVolumeClaim",
          "/Secret",
          "apiextensions.k8s.io/CustomResourceDefinition");

  private DataHolders() {}

  /**
   * Whether an object is one of them. All custom resources are: the controller of a database
   * deletes its volumes with it.
   */
  static boolean contain(ManifestObject object) {
    var key = object.key();
    return !BuiltInGroups.contains(key.group())
        || KINDS.contains(key.group() + "/" + key.kind())
        || ownsItsClaims(object);
  }

  /**
   * Whether the claims of a StatefulSet go with it. It also owns claims that were there before it
   * (Kubernetes, apps/v1, {@code persistentVolumeClaimRetentionPolicy}).
   */
  private static boolean ownsItsClaims(ManifestObject object) {
    return object.key().kind().equals("StatefulSet")
        && object
            .content()
            .at("/spec/persistentVolumeClaimRetentionPolicy/whenDeleted")
            .asText()
            .equals("Delete");
  }
}
