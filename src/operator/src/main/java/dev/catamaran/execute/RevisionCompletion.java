package dev.catamaran.execute;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.release.History;
import dev.catamaran.release.HistoryLimit;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import java.util.function.Predicate;

/** Completes a revision after Helm has made it. */
record RevisionCompletion(
    ReleaseStore store, TrustedRevisions trust, ReleaseObjects objects, HistoryLimit limit) {
  /**
   * Completes {@code current}, which is deployed.
   *
   * @param wasKnown whether an object was known before Helm's call
   */
  void settle(
      History history, Revision current, Predicate<ObjectKey> wasKnown, Ownership ownership) {
    supersede(history, current);
    objects.adopt(current, ownership);
    objects.readAgain(current, wasKnown, ownership);
    objects.disownDropped(history.before(current), current, ownership);
    prune(history, ownership);
  }

  /**
   * Marks the revisions that Helm left marked as deployed before {@code current}. If another client
   * writes one meanwhile, a later pass marks it.
   */
  private void supersede(History history, Revision current) {
    history.outlived().stream()
        .filter(revision -> revision.number() < current.number())
        .forEach(store::supersede);
  }

  /**
   * Deletes revisions beyond the history limit, whatever the status of the newest. What only failed
   * ones of them made is removed as a stray once a revision is deployed.
   */
  void prune(History history, Ownership ownership) {
    for (var revision : history.beyond(limit)) {
      if (store.delete(revision)) {
        trust.forget(ownership.primary(), revision);
      }
    }
  }
}
