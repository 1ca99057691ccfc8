package dev.catamaran.execute;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.manifest.Drift;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.watch.Watch.DriftPolicy;
import java.util.List;

/** Keeps the objects of the present revision as it says, and removes what does not belong to it. */
record PresentRevision(
    ReleaseStore store, TrustedRevisions trust, ReleaseObjects objects, DriftPolicy policy) {
  /** Records once what ended: after a restart, nothing else shows why it is not there. */
  void noteEnded(Revision current) {
    var ended = objects.ended(current);
    if (!current.ended().keySet().containsAll(ended.keySet())) {
      store.noteEnded(current, ended);
    }
  }

  /** Changes no object of the revision. */
  ReleaseOutcome keep(Revision current, Ownership ownership) {
    tidy(current, ownership);
    return new ReleaseOutcome.Kept(current);
  }

  /** Removes what other clients left since: Helm, or a person who deleted revisions. */
  private void tidy(Revision current, Ownership ownership) {
    store.known(current.release()).outlived().forEach(store::supersede);
    trust.noteDeleted(
        ownership.primary(),
        objects.removeStrays(current, ownership),
        "which Helm made for a revision that is no longer stored");
  }

  /** Does what the policy says about objects that differ. */
  ReleaseOutcome correct(Revision current, List<Drift> drifts, Ownership ownership) {
    return switch (policy) {
      case CORRECT -> repair(current, drifts, ownership);
      case WARN -> {
        var real = objects.confirm(current, drifts, ownership);
        yield real.isEmpty()
            ? leave(current, drifts, ownership)
            : new ReleaseOutcome.DriftLeft(current, real);
      }
      case IGNORE -> {
        objects.adopt(current, drifts, ownership);
        yield leave(current, drifts, ownership);
      }
    };
  }

  private ReleaseOutcome repair(Revision current, List<Drift> drifts, Ownership ownership) {
    var corrections = objects.repair(current, drifts, ownership);
    var contests = objects.contests(current);
    if (!contests.isEmpty()) {
      return new ReleaseOutcome.Contested(current, corrections, contests);
    }
    if (corrections.isEmpty()) {
      // Without a watch of some object, each pass is a repair.
      tidy(current, ownership);
    }
    var unserved = drifts.stream().filter(Drift.Unserved.class::isInstance).toList();
    return corrections.isEmpty() && !unserved.isEmpty()
        ? new ReleaseOutcome.DriftLeft(current, unserved)
        : new ReleaseOutcome.DriftCorrected(current, corrections);
  }

  /**
   * Repairs it while another revision is wanted, and is not possible.
   *
   * @param otherwise the outcome if nothing needs a repair
   */
  ReleaseOutcome repairMeanwhile(
      Revision current, List<Drift> drifts, ReleaseOutcome otherwise, Ownership ownership) {
    var corrections =
        drifts.isEmpty()
            ? List.<ReleaseOutcome.Correction>of()
            : objects.repair(current, drifts, ownership);
    if (!corrections.isEmpty()) {
      return new ReleaseOutcome.CurrentRepaired(current, corrections);
    }
    // An attempt that failed may have taken over what was there before it, and that stays.
    boolean hasAttempts =
        store.known(current.release()).revisions().stream()
            .anyMatch(
                one ->
                    one.status() != RevisionStatus.DEPLOYED
                        && one.status() != RevisionStatus.SUPERSEDED);
    if (current.status() == RevisionStatus.DEPLOYED && !hasAttempts) {
      tidy(current, ownership);
    }
    return otherwise;
  }

  /** No event tells of a missing object, nor of one that is not watched: each pass looks again. */
  private ReleaseOutcome leave(Revision current, List<Drift> drifts, Ownership ownership) {
    var kept = keep(current, ownership);
    return drifts.stream().allMatch(Drift.Changed.class::isInstance)
        ? kept
        : new ReleaseOutcome.DriftCorrected(current, List.of());
  }
}
