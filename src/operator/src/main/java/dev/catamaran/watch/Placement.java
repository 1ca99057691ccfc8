package dev.catamaran.watch;

import java.util.Optional;

/**
 * Placement of a watch's releases, and the account that creates them.
 *
 * @param releaseName release name of each primary
 * @param targetNamespace namespace of the Helm release, and by default of its objects
 * @param serviceAccount name of the service account in the primary's namespace that creates the
 *     release; empty for the operator's own rights
 */
public record Placement(
    NameTemplate releaseName, NameTemplate targetNamespace, Optional<String> serviceAccount) {

  /** A release with the primary's name and namespace, created with the operator's rights. */
  public static final Placement DEFAULT =
      new Placement(
          NameTemplate.parse("{{ .metadata.name }}"),
          NameTemplate.parse("{{ .metadata.namespace }}"),
          Optional.empty());
}
