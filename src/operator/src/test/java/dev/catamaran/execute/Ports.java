package dev.catamaran.execute;

import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.RecordedObjects;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.fixture.Effects;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.release.Account;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.HistoryLimit;
import dev.catamaran.release.MemoryEngine;
import dev.catamaran.release.MemoryReleaseStore;
import dev.catamaran.release.ReleaseInput;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Trusted;
import dev.catamaran.watch.DriftPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The ports of one pass over one primary, and the classes of this package between them. */
final class Ports {
  static final Ownership OWNERSHIP = new Ownership("ours", PRIMARY, RELEASE);
  static final Duration TIMEOUT = Duration.ofMinutes(5);
  static final HistoryLimit LIMIT = HistoryLimit.of(3, /* hasTrial= */ false);

  /** The input that the spec asks for now; {@link #OLD} was asked for earlier. */
  static final String NEW = "new-input";

  static final String OLD = "old-input";
  static final DesiredRelease DESIRED = DesiredReleaseFixture.desired(ReleaseInput.ofDigest(NEW));

  static final EngineFailure REJECTED = new EngineFailure.Rejected("port 99999 is invalid");
  static final EngineFailure UNREACHABLE =
      new EngineFailure.Unreachable("Kubernetes cluster unreachable");

  final Effects effects = new Effects();
  final MemoryReleaseStore store = new MemoryReleaseStore(effects);
  final MemoryEngine engine = new MemoryEngine(store, effects);
  final RecordedObjects objects = new RecordedObjects(effects);
  final TrustedRevisions trust = new TrustedRevisions(UnaryOperator.identity());

  /** Begins the pass. Announcements of attempts are effects too. */
  Ports() {
    trust.begin(
        PRIMARY, Trusted.nothing(), trusted -> effects.add("announce " + trusted.attempt()));
  }

  /** Stores revisions that the operator made. */
  Ports with(Revision... revisions) {
    for (var revision : revisions) {
      trust.note(PRIMARY, store.put(revision));
    }
    store.deliver();
    return this;
  }

  /** Stores a revision that another client made; the watch has delivered it. */
  Revision forged(Revision revision) {
    var stored = store.put(revision);
    store.deliver();
    return stored;
  }

  RevisionMaker maker() {
    return new RevisionMaker(engine, store, trust, objects, LIMIT);
  }

  ReleaseRemover remover() {
    return new ReleaseRemover(engine, store, trust, objects, TIMEOUT, Optional.empty());
  }

  ReleaseWriter writer(DriftPolicy policy) {
    return writer(new Account.OfOperator(), gone -> false, policy, objects);
  }

  /**
   * A writer.
   *
   * @param isGone whether an account does not exist
   * @param own the objects, with the operator's own permissions
   */
  ReleaseWriter writer(
      Account account, Predicate<Account> isGone, DriftPolicy policy, ReleaseObjects own) {
    return new ReleaseWriter(
        account,
        isGone,
        new ReleaseAccess(engine, objects),
        store,
        trust,
        LIMIT,
        policy,
        remover(),
        new ReleaseRemover(engine, store, trust, own, TIMEOUT, Optional.empty()),
        TIMEOUT);
  }

  RevisionPurge purge() {
    return new RevisionPurge(store, trust, objects);
  }

  /** Numbers of the stored revisions that the operator trusts. */
  List<Integer> trusted() {
    return store.readable().stream()
        .filter(revision -> trust.covers(PRIMARY, revision))
        .map(Revision::number)
        .toList();
  }
}
