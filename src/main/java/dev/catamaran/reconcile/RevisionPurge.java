package dev.catamaran.reconcile;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.ReleaseStore.Cleared;
import dev.catamaran.release.Revision;
import java.util.function.Predicate;

/**
 * Deletes stored revisions that nobody vouches for, before Helm acts on a release. What they made
 * of it is adopted first: nothing else would tell whose it is.
 */
final class RevisionPurge {
  private final ReleaseStore store;
  private final Beliefs beliefs;
  private final ReleaseObjects objects;

  RevisionPurge(ReleaseStore store, Beliefs beliefs, ReleaseObjects objects) {
    this.store = store;
    this.beliefs = beliefs;
    this.objects = objects;
  }

  /** Leaves what the status vouches for. */
  Cleared ofDisbelieved(ReleaseKey release, Ownership ownership) {
    var primary = ownership.primary();
    var cleared = of(release, ownership, revision -> beliefs.covers(primary, revision));
    beliefs.noteRemoved(primary, cleared.secrets());
    return cleared;
  }

  /** Leaves nothing. */
  Cleared ofAll(ReleaseKey release, Ownership ownership) {
    return of(release, ownership, revision -> false);
  }

  /** Leaves what can be read. */
  Cleared ofUnreadable(ReleaseKey release, Ownership ownership) {
    return of(release, ownership, revision -> true);
  }

  private Cleared of(ReleaseKey release, Ownership ownership, Predicate<Revision> stays) {
    store.known(release).revisions().stream()
        .filter(stays.negate())
        .forEach(revision -> objects.adoption().adoptMade(revision, ownership));
    return store.clear(release, stays);
  }
}
