package dev.catamaran.watch;

import dev.catamaran.release.AllowedPlace;
import java.util.Optional;
import java.util.Set;

/**
 * Placement of a watch's releases, and the account that creates them.
 *
 * @param releaseName release name of each primary
 * @param targetNamespace namespace of the Helm release, and by default of its objects
 * @param serviceAccount name of the service account in the primary's namespace that creates the
 *     release; empty for the operator's own rights
 * @param places where the objects of releases may be, besides in the release's namespace
 * @param manifestValues paths of values whose texts may make objects
 */
public record Placement(
    NameTemplate releaseName,
    NameTemplate targetNamespace,
    Optional<String> serviceAccount,
    Set<AllowedPlace> places,
    Set<String> manifestValues) {

  /** A placement without further places. */
  public Placement(
      NameTemplate releaseName, NameTemplate targetNamespace, Optional<String> serviceAccount) {
    this(releaseName, targetNamespace, serviceAccount, Set.of(), Set.of());
  }

  /** A release with the primary's name and namespace, created with the operator's rights. */
  public static final Placement DEFAULT =
      new Placement(
          NameTemplate.parse("{{ .metadata.name }}"),
          NameTemplate.parse("{{ .metadata.namespace }}"),
          Optional.empty());
}
