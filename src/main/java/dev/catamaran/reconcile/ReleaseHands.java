package dev.catamaran.reconcile;

import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.release.Account;
import dev.catamaran.release.HelmEngine;

/**
 * What changes releases and their objects with the rights of one account.
 *
 * @param engine changes releases
 * @param objects changes what they made
 */
public record ReleaseHands(HelmEngine engine, ReleaseObjects objects) {

  /** Lends hands. */
  public interface Lender {
    /** Those with the rights of {@code account}; the same ones each time. */
    ReleaseHands of(Account account);
  }
}
