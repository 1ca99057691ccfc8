package dev.catamaran.reconcile;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.release.History;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;

/** Completes a revision after Helm has made it. */
final class RevisionCompletion {
  private final ReleaseStore store;
  private final ReleaseObjects objects;
  private final int maxHistory;

  RevisionCompletion(ReleaseStore store, ReleaseObjects objects, int maxHistory) {
    this.store = store;
    this.objects = objects;
    this.maxHistory = maxHistory;
  }

  /** Completes {@code current}, which is deployed. */
  void settle(History history, Revision current, Ownership ownership) {
    objects.adoption().adopt(current, ownership);
    objects.leftovers().removeAfterFailures(history.failedJustBefore(current), current);
    prune(history);
  }

  /** Deletes revisions beyond the history limit, whatever the status of the newest. */
  void prune(History history) {
    var surplus = history.beyond(maxHistory);
    var failed = surplus.stream().filter(r -> r.status() == RevisionStatus.FAILED).toList();
    // Without these revisions, nothing names the objects that only failed ones made.
    objects.leftovers().removeForgotten(failed, history.without(surplus));
    surplus.forEach(store::delete);
  }
}
