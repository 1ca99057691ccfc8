package dev.catamaran.watch;

import java.util.Optional;

/**
 * Where the releases of a watch are, and with whose rights they are made.
 *
 * @param releaseName of each primary
 * @param targetNamespace where Helm keeps the release, and by default its objects
 * @param serviceAccount name of the account whose rights count, in the primary's namespace; empty
 *     for the operator's own rights
 */
public record Placement(
    NameTemplate releaseName, NameTemplate targetNamespace, Optional<String> serviceAccount) {

  /** Named like the primary, beside it, with the operator's rights. */
  public static final Placement DEFAULT =
      new Placement(
          NameTemplate.parse("{{ .metadata.name }}"),
          NameTemplate.parse("{{ .metadata.namespace }}"),
          Optional.empty());
}
