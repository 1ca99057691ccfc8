package dev.catamaran.execute;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.release.History;
import dev.catamaran.release.HistoryLimit;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Completes a revision after Helm has made it. */
record RevisionCompletion(
    ReleaseStore store, TrustedRevisions trust, ReleaseObjects objects, HistoryLimit limit) {
  /** Why objects of failed revisions are deleted. */
  private static final String MADE_BY_FAILURES = "which only failed revisions made";

  /**
   * Completes {@code current}, which is deployed.
   *
   * @param wasKnown whether an object was known before Helm's call
   * @param forgotten revisions that were deleted before it
   */
  void settle(
      History history,
      Revision current,
      Predicate<ObjectKey> wasKnown,
      List<Revision> forgotten,
      Ownership ownership) {
    supersede(history, current);
    objects.adopt(current, ownership);
    objects.readAgain(current, wasKnown, ownership);
    objects.disownDropped(history.before(current), current, ownership);
    var failed = new ArrayList<>(forgotten);
    failed.addAll(history.failedJustBefore(current));
    trust.noteDeleted(
        ownership.primary(), objects.removeAfterFailures(failed, current), MADE_BY_FAILURES);
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

  /** Deletes revisions beyond the history limit, whatever the status of the newest. */
  void prune(History history, Ownership ownership) {
    var surplus = history.beyond(limit);
    var failed = surplus.stream().filter(r -> r.status() == RevisionStatus.FAILED).toList();
    // Without these revisions, nothing names the objects that only failed ones made.
    trust.noteDeleted(
        ownership.primary(),
        objects.removeMade(failed, history.without(surplus), named -> true),
        MADE_BY_FAILURES);
    for (var revision : surplus) {
      if (store.delete(revision)) {
        trust.forget(ownership.primary(), revision);
      }
    }
  }
}
