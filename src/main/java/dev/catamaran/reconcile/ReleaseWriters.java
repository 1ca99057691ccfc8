package dev.catamaran.reconcile;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.release.Account;
import dev.catamaran.release.MostRecent;
import dev.catamaran.release.ReleaseKey;
import java.util.function.Function;

/** Finds who changes the release of a primary: with the rights of an account, or the operator's. */
final class ReleaseWriters {
  /** Tenants choose the accounts. */
  private static final int MOST_ACCOUNTS = 100;

  private final Rights rights;
  private final MostRecent<Account, ReleaseWriter> writers;

  /**
   * Knows no writer yet.
   *
   * @param factory makes the writer of an account
   */
  ReleaseWriters(Rights rights, Function<Account, ReleaseWriter> factory) {
    this.rights = rights;
    this.writers = new MostRecent<>(MOST_ACCOUNTS, factory);
  }

  /** Who changes {@code release} for {@code primary}. */
  ReleaseWriter of(OfKind primary, ReleaseKey release) {
    return writers.of(rights.account(primary, release));
  }
}
