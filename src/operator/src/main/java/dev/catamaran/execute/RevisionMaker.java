package dev.catamaran.execute;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.execute.RevisionAttempts.RevisionAttempt;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.release.Asked;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.History;
import dev.catamaran.release.HistoryLimit;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.UnreadableReleaseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes revisions: which attempt each action is, and on which revisions. {@link RevisionAttempts}
 * carries it out.
 */
public final class RevisionMaker {
  private final ReleaseStore store;
  private final RevisionPurge purge;
  private final RevisionAttempts attempts;
  private final UnaffectedRevisions unaffected;
  private final Rollbacks rollbacks;

  public RevisionMaker(
      HelmEngine engine,
      ReleaseStore store,
      TrustedRevisions trust,
      ReleaseObjects objects,
      HistoryLimit limit) {
    this.store = store;
    this.purge = new RevisionPurge(store, trust, objects);
    this.unaffected = new UnaffectedRevisions(engine, store, trust);
    this.attempts = new RevisionAttempts(engine, store, trust, objects, limit);
    this.rollbacks = new Rollbacks(store, trust, objects, purge, attempts);
  }

  ReleaseOutcome install(DesiredRelease desired, Ownership ownership) {
    boolean isNew = store.known(desired.release()).latest().isEmpty();
    var seen = isNew ? store.seen(desired.release()) : "";
    forgetUninstalled(desired.release());
    return attempts.make(installation(desired, ownership, seen, List.of()));
  }

  /**
   * Deletes the history and installs the release again. Helm adopts existing objects, so it creates
   * no duplicates. Objects that only the deleted revisions made are deleted. The newest revision is
   * deleted first: if another client changed it since the observation, nothing is deleted.
   *
   * @throws UnreadableReleaseException if one stays that cannot be read
   */
  ReleaseOutcome reinstall(Revision newest, DesiredRelease desired, Ownership ownership) {
    var forgotten = store.refresh(desired.release());
    if (forgotten.latest().filter(newest::isStill).isEmpty()) {
      return ReleaseOutcome.Waiting.changed(newest);
    }
    attempts.adoptFailed(desired.release(), ownership);
    if (!forgotten.revisions().reversed().stream().allMatch(store::delete)) {
      return ReleaseOutcome.Waiting.changed(newest);
    }
    refuseUnreadable(desired.release());
    return attempts.make(installation(desired, ownership, "", forgotten.revisions()));
  }

  /**
   * Upgrades the release, unless the cluster's APIs changed without an effect on it. Helm compares
   * with the stored revision, and deletes objects that only it has: so it must be the operator's
   * own. If none is left, or the release was uninstalled before, Helm installs the first revision
   * over the existing objects.
   */
  ReleaseOutcome upgrade(DesiredRelease desired, Ownership ownership) {
    var cleared = purge.ofDistrusted(desired.release(), ownership);
    boolean isNew = forgetUninstalled(desired.release()) || cleared.newest() == 0;
    var same = unaffected.of(rollbacks.keepingScales(desired));
    if (same.isPresent()) {
      return new ReleaseOutcome.Unaffected(same.get());
    }
    return attempts.make(
        isNew
            ? installation(desired, ownership, "", cleared.revisions())
            : new RevisionAttempt(
                FailedStep.UPGRADE,
                desired,
                desired.inputDigest(),
                ownership,
                desired.secrets(),
                deleted ->
                    new HelmCall.Upgrade(
                        rollbacks.keepingScales(desired), cleared.revisions(), deleted),
                revision -> revision.madeFrom(desired.inputDigest()),
                ReleaseOutcome.Upgraded::new));
  }

  /** Undoes a failed revision by a rollback to the last good one. */
  ReleaseOutcome rollback(
      ReleaseAction.Rollback action, DesiredRelease desired, Ownership ownership) {
    return rollbacks.undo(action, desired, ownership);
  }

  /** Rolls back to a revision that a person named. */
  ReleaseOutcome goBack(int revision, DesiredRelease desired, Ownership ownership) {
    return rollbacks.goBack(revision, desired, ownership);
  }

  /** Completes a deployed revision of a pass that was cut off. */
  ReleaseOutcome complete(Revision current, Ownership ownership) {
    return attempts.complete(current, ownership);
  }

  private static RevisionAttempt installation(
      DesiredRelease desired, Ownership ownership, String seen, List<Revision> forgotten) {
    return new RevisionAttempt(
        FailedStep.INSTALL,
        desired,
        desired.inputDigest(),
        ownership,
        desired.secrets(),
        deleted -> new HelmCall.Install(desired, seen, forgotten, deleted),
        revision -> revision.madeFrom(desired.inputDigest()),
        ReleaseOutcome.Installed::new);
  }

  /**
   * Deletes the history of a release that another client uninstalled with its history kept: Helm
   * treats the name as taken. Tells whether there was one.
   *
   * @throws UnreadableReleaseException if one stays that cannot be read
   */
  private boolean forgetUninstalled(ReleaseKey release) {
    if (!isUninstalled(store.known(release))) {
      return false;
    }
    var history = store.refresh(release);
    if (!isUninstalled(history)) {
      return false;
    }
    history.revisions().forEach(store::delete);
    refuseUnreadable(release);
    return true;
  }

  /** Helm would install below a newer revision that it cannot read. */
  private void refuseUnreadable(ReleaseKey release) {
    store.refresh(release);
  }

  private static boolean isUninstalled(History history) {
    return history.latest().filter(r -> r.status() == RevisionStatus.UNINSTALLED).isPresent();
  }

  /**
   * Finds releases that need no upgrade although the cluster's APIs have changed. Many charts ask
   * for an API, such as that of Prometheus, and use it only with certain values. An upgrade would
   * make the same objects, and run hooks.
   */
  private record UnaffectedRevisions(
      HelmEngine engine, ReleaseStore store, TrustedRevisions trust) {
    private static final Logger log = LoggerFactory.getLogger(UnaffectedRevisions.class);

    /**
     * Returns the current revision if an upgrade would make the same one. It then has the present
     * answers, so no further pass compares it. Nobody recorded what the templates of a revision
     * asked that was taken over: that is no reason for an upgrade.
     */
    Optional<Revision> of(DesiredRelease desired) {
      return store
          .known(desired.release())
          .latest()
          .filter(current -> current.status() == RevisionStatus.DEPLOYED)
          .filter(current -> differsInAnswersOnly(current, desired))
          .flatMap(current -> confirmed(current, desired));
    }

    /** A person who asked for a new revision gets one. */
    private static boolean differsInAnswersOnly(Revision current, DesiredRelease desired) {
      return current
          .origin()
          .filter(origin -> origin.request().equals(desired.request()))
          .filter(origin -> origin.literalOf().isEmpty())
          .filter(origin -> current.madeFrom(desired.inputDigest()))
          .filter(origin -> !current.madeFrom(desired.input()))
          .isPresent();
    }

    /** If Helm cannot compare, the upgrade follows and reports why. */
    private Optional<Revision> confirmed(Revision current, DesiredRelease desired) {
      var asked = new ArrayList<Asked>();
      try {
        var compared = engine.run(new HelmCall.Compare(desired, current, asked::add));
        return compared == HelmCall.Result.SAME && confirm(current, desired, asked.getLast())
            ? store.known(desired.release()).latest()
            : Optional.empty();
      } catch (EngineException e) {
        return Optional.empty();
      }
    }

    private boolean confirm(Revision current, DesiredRelease desired, Asked asked) {
      var origin = desired.origin().asking(Optional.of(asked));
      boolean isConfirmed =
          trust.edit(desired.primary(), announce -> store.confirm(current, origin, announce));
      if (isConfirmed) {
        log.info(
            "Revision {} of release {} stays: what its templates ask of the cluster makes no other"
                + " objects",
            current.number(),
            current.release());
      }
      return isConfirmed;
    }
  }
}
