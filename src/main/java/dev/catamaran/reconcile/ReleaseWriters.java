package dev.catamaran.reconcile;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.release.Account;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.watch.Placement;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Finds who changes the release of a primary: with the rights of an account, or the operator's. */
final class ReleaseWriters {
  private final Placement placement;
  private final Function<Account, ReleaseWriter> factory;
  private final Map<Account, ReleaseWriter> writers = new ConcurrentHashMap<>();

  /**
   * Knows no writer yet.
   *
   * @param factory makes the writer of an account, once
   */
  ReleaseWriters(Placement placement, Function<Account, ReleaseWriter> factory) {
    this.placement = placement;
    this.factory = factory;
  }

  /** Who changes {@code release} for {@code primary}. */
  ReleaseWriter of(OfKind primary, ReleaseKey release) {
    return writers.computeIfAbsent(account(primary, release), factory);
  }

  /** A service account is beside its primary; beside the release, if the primary has no place. */
  private Account account(OfKind primary, ReleaseKey release) {
    var namespace =
        Optional.ofNullable(primary.getMetadata().getNamespace()).orElse(release.namespace());
    return PrimaryAnnotations.of(primary)
        .serviceAccountName()
        .or(placement::serviceAccount)
        .<Account>map(name -> new Account.ServiceAccount(namespace, name))
        .orElseGet(Account.OfOperator::new);
  }
}
