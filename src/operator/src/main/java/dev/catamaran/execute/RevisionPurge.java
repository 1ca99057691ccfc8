package dev.catamaran.execute;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.ReleaseStore.Cleared;
import dev.catamaran.release.Revision;
import java.util.function.Predicate;

/**
 * Deletes stored revisions that nothing names, before Helm acts on a release. Adopts their objects
 * first: afterwards nothing would identify the owner.
 */
record RevisionPurge(ReleaseStore store, TrustedRevisions trust, ReleaseObjects objects) {
  /** Keeps the revisions that the status names. */
  Cleared ofDistrusted(ReleaseKey release, Ownership ownership) {
    var primary = ownership.primary();
    var cleared = of(release, ownership, revision -> trust.covers(primary, revision));
    trust.noteRemoved(primary, cleared.secrets());
    return cleared;
  }

  /** Keeps no revision. */
  Cleared ofAll(ReleaseKey release, Ownership ownership) {
    return of(release, ownership, revision -> false);
  }

  /** Keeps readable revisions. */
  Cleared ofUnreadable(ReleaseKey release, Ownership ownership) {
    return of(release, ownership, revision -> true);
  }

  private Cleared of(ReleaseKey release, Ownership ownership, Predicate<Revision> stays) {
    // Of the stored revisions, not of the known ones: another client may have just stored one.
    return store.clear(release, stays, revision -> objects.adoptMade(revision, ownership));
  }
}
