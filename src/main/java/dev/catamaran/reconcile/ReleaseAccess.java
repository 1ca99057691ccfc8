package dev.catamaran.reconcile;

import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.helm.MeteredEngine;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.release.Account;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.telemetry.ReleaseMeters;

/**
 * What changes releases and their objects with the rights of one account.
 *
 * @param engine changes releases
 * @param objects changes what they made
 */
public record ReleaseAccess(HelmEngine engine, ReleaseObjects objects) {

  /** Gives access. */
  public interface ByAccount {
    /** With the rights of {@code account}. */
    ReleaseAccess of(Account account);
  }

  /** The same with their calls of Helm measured. */
  ReleaseAccess measured(ReleaseMeters meters) {
    return new ReleaseAccess(new MeteredEngine(engine, meters), objects);
  }

  /** The same, but for what {@code rules} exempt from drift. */
  ReleaseAccess exempting(DriftRules rules) {
    return new ReleaseAccess(engine, objects.exempting(rules));
  }
}
