package dev.catamaran.reconcile;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.release.Account;
import dev.catamaran.release.ReleaseKey;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Finds who changes the release of a primary: with the rights of an account, or the operator's. */
final class ReleaseWriters {
  private final Rights rights;
  private final Function<Account, ReleaseWriter> factory;
  private final Map<Account, ReleaseWriter> writers = new ConcurrentHashMap<>();

  /**
   * Knows no writer yet.
   *
   * @param factory makes the writer of an account, once
   */
  ReleaseWriters(Rights rights, Function<Account, ReleaseWriter> factory) {
    this.rights = rights;
    this.factory = factory;
  }

  /** Who changes {@code release} for {@code primary}. */
  ReleaseWriter of(OfKind primary, ReleaseKey release) {
    return writers.computeIfAbsent(rights.account(primary, release), factory);
  }
}
