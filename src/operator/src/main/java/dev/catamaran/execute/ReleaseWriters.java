package dev.catamaran.execute;

import dev.catamaran.desired.Rights;
import dev.catamaran.primary.Primary;
import dev.catamaran.release.Account;
import dev.catamaran.release.MostRecent;
import dev.catamaran.release.ReleaseKey;
import java.util.function.Function;

/** Finds the writer of a primary's release, with the rights of an account or of the operator. */
public final class ReleaseWriters {
  /** Limit, since tenants choose the accounts. */
  private static final int MOST_ACCOUNTS = 100;

  private final Rights rights;
  private final MostRecent<Account, ReleaseWriter> writers;

  /**
   * Starts without writers.
   *
   * @param factory creates the writer of an account
   */
  public ReleaseWriters(Rights rights, Function<Account, ReleaseWriter> factory) {
    this.rights = rights;
    this.writers = new MostRecent<>(MOST_ACCOUNTS, factory);
  }

  /** Returns the writer of {@code release} for {@code primary}. */
  public ReleaseWriter of(Primary primary, ReleaseKey release) {
    return writers.of(rights.account(primary, release));
  }
}
