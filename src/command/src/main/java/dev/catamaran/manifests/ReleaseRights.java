package dev.catamaran.manifests;

import dev.catamaran.watch.Watch.Placement;
import java.util.Optional;

/** With whose rights the operator makes the releases of a new kind. */
public enum ReleaseRights {
  /** Those of an account in the namespace of each primary. */
  ACCOUNT,
  /** Those of the operator, so an author of a primary has what the chart makes of them. */
  OWN;

  /** Returns the placement of the releases. */
  public Placement placement(String projectName) {
    var usual = Placement.DEFAULT;
    return switch (this) {
      case OWN -> usual;
      case ACCOUNT ->
          new Placement(
              usual.releaseName(), usual.targetNamespace(), Optional.of(projectName + "-deployer"));
    };
  }
}
