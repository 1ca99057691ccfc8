package dev.catamaran.reconcile;

import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.helm.MeteredEngine;
import dev.catamaran.release.Account;
import dev.catamaran.release.DriftRules;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.telemetry.ReleaseMeters;

/**
 * What changes releases and their objects with the rights of one account.
 *
 * @param engine changes releases
 * @param objects changes what they made
 */
public record ReleaseHands(HelmEngine engine, ReleaseObjects objects) {

  /** Lends hands. */
  public interface Lender {
    /** Those with the rights of {@code account}. */
    ReleaseHands of(Account account);
  }

  /** The same with their calls of Helm measured. */
  ReleaseHands measured(ReleaseMeters meters) {
    return new ReleaseHands(new MeteredEngine(engine, meters), objects);
  }

  /** The same, but for what {@code rules} exempt from drift. */
  ReleaseHands exempting(DriftRules rules) {
    return new ReleaseHands(engine, objects.exempting(rules));
  }
}
