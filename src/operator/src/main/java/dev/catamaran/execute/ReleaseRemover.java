package dev.catamaran.execute;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.Confinement;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Kind;
import dev.catamaran.release.Extent;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmCall.Result;
import dev.catamaran.release.HelmCall.UninstallOptions;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.History;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.RemovalAction;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.status.PrimaryGoneException;
import dev.catamaran.status.StatusWriter.StatusRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the release of a deleted primary, or a failed release. An object that is already gone
 * counts as deleted.
 */
public final class ReleaseRemover {
  private static final Logger log = LoggerFactory.getLogger(ReleaseRemover.class);
  private static final Set<String> DELETIONS = Set.of("pre-delete", "post-delete");
  private static final Set<String> WORK = Set.of("Job", "Pod");

  private final HelmEngine engine;
  private final ReleaseStore store;
  private final TrustedRevisions trust;
  private final ReleaseObjects objects;
  private final RevisionPurge purge;
  private final Duration timeout;
  private final Optional<Confinement> confinement;

  /**
   * Combines the parts.
   *
   * @param timeout limit of Helm's wait for hooks
   * @param confinement where Helm may delete objects without marks, and run hooks; empty for
   *     anywhere
   */
  public ReleaseRemover(
      HelmEngine engine,
      ReleaseStore store,
      TrustedRevisions trust,
      ReleaseObjects objects,
      Duration timeout,
      Optional<Confinement> confinement) {
    this.engine = engine;
    this.store = store;
    this.trust = trust;
    this.objects = objects;
    this.purge = new RevisionPurge(store, trust, objects);
    this.timeout = timeout;
    this.confinement = confinement;
  }

  ReleaseOutcome remove(
      RemovalAction action,
      ReleaseKey release,
      Ownership ownership,
      PrimaryAnnotations annotations) {
    var before = store.known(release).revisions();
    if (!(action instanceof RemovalAction.Rest)) {
      // A foreground deletion has begun to collect what the primary owns.
      objects.disownKnown(before, ownership);
    }
    var outcome =
        switch (action) {
          case RemovalAction.Uninstall(var isCollected) ->
              uninstallOrSweep(
                  release, ownership, annotations.uninstallOptions(timeout), isCollected);
          case RemovalAction.Discard ignored -> removeMarked(release, ownership);
          case RemovalAction.Sweep ignored -> sweep(release, ownership);
          case RemovalAction.AwaitOther(var pending) ->
              namingHooks(ReleaseOutcome.Waiting.forOther(pending), Optional.of(pending));
          case RemovalAction.NothingToRemove ignored -> new ReleaseOutcome.Uninstalled();
          case RemovalAction.Rest ignored -> new ReleaseOutcome.Paused();
        };
    if (!(outcome instanceof ReleaseOutcome.Uninstalled)) {
      return outcome;
    }
    objects.disownAll(before, ownership);
    return annotations.waitsForUninstall() ? onceGone(outcome, before, ownership) : outcome;
  }

  /**
   * Removes a failed release, so that its first revision can be made again. Helm's uninstall would
   * delete all that the manifest names, and run hooks that are meant for the end of a release. The
   * objects that stay are adopted: then no revision names them any more.
   */
  ReleaseOutcome removeFailed(Revision failed, Extent extent, Ownership ownership) {
    var stored = store.refresh(failed.release());
    if (stored.latest().filter(failed::isStill).isEmpty()) {
      return ReleaseOutcome.Waiting.changed(failed);
    }
    var removed = objects.removeFailed(trusted(stored, ownership), extent);
    return purge.ofAll(failed.release(), ownership).newest() == 0
        ? new ReleaseOutcome.FailureRemoved(removed.deleted(), removed.left())
        : ReleaseOutcome.Waiting.changed(failed);
  }

  private List<Revision> trusted(History stored, Ownership ownership) {
    return stored.revisions().stream()
        .filter(revision -> trust.covers(ownership.primary(), revision))
        .toList();
  }

  private ReleaseOutcome onceGone(
      ReleaseOutcome uninstalled, List<Revision> before, Ownership ownership) {
    var lingering = objects.remaining(before, ownership);
    return lingering.objects().isEmpty() ? uninstalled : lingering;
  }

  /**
   * Deletes the objects that carry the primary's own marks, and the history. Deletes no object that
   * only a stored manifest names. Runs no hook.
   */
  ReleaseOutcome removeMarked(ReleaseKey release, Ownership ownership) {
    var cleared = purge.ofAll(release, ownership);
    objects.removeOwned(ownership);
    return cleared.newest() == 0
        ? new ReleaseOutcome.Uninstalled()
        : new ReleaseOutcome.Waiting(
            "another client changed revisions of release %s".formatted(release));
  }

  /**
   * Also deletes unreadable revisions. Readable ones stay: another client made them since the
   * decision.
   */
  private ReleaseOutcome sweep(ReleaseKey release, Ownership ownership) {
    objects.removeOwned(ownership);
    purge.ofUnreadable(release, ownership);
    return new ReleaseOutcome.Uninstalled();
  }

  /** Helm deletes no object of an unreadable manifest, even on retries. */
  private ReleaseOutcome uninstallOrSweep(
      ReleaseKey release, Ownership ownership, UninstallOptions options, boolean isCollected) {
    var newest = store.known(release).latest();
    var outcome = uninstall(release, ownership, options, isCollected);
    boolean isReadable = newest.map(r -> r.manifest().isReadable()).orElse(true);
    boolean isUndone =
        outcome instanceof ReleaseOutcome.Failed || outcome instanceof ReleaseOutcome.Hindered;
    return isUndone && !isReadable ? removeMarked(release, ownership) : outcome;
  }

  /** Helm deletes the objects of the newest stored revision: it must be the operator's own. */
  private ReleaseOutcome uninstall(
      ReleaseKey release, Ownership ownership, UninstallOptions options, boolean isCollected) {
    var cleared = purge.ofDistrusted(release, ownership);
    if (cleared.newest() == 0 && !cleared.secrets().isEmpty()) {
      return removeMarked(release, ownership);
    }
    return call(release, ownership, options, isCollected, !cleared.secrets().isEmpty());
  }

  /**
   * Calls Helm.
   *
   * @param isIncomplete whether objects may remain that the newest revision does not name
   */
  private ReleaseOutcome call(
      ReleaseKey release,
      Ownership ownership,
      UninstallOptions options,
      boolean isCollected,
      boolean isIncomplete) {
    // Helm deletes the objects of the newest revision; earlier ones may have made others. Delete
    // those first: after the uninstall the name is free, and another client may use it at once.
    var before = store.known(release);
    removeEarlier(before.revisions());
    var failed =
        before.revisions().stream()
            .filter(each -> each.status() == RevisionStatus.FAILED || each.status().isPending())
            .filter(each -> trust.covers(ownership.primary(), each))
            .toList();
    failed.forEach(objects::removeWork);
    try {
      if (engine.run(
              new HelmCall.Uninstall(
                  release, options, before.version(), Optional.of(ownership.marks()), confinement))
          == Result.NO_RELEASE) {
        // Another client deleted the history. The objects may still exist.
        objects.removeForgotten(before.revisions(), List.of());
        objects.removeOwned(ownership);
      }
    } catch (EngineException e) {
      var now = store.refresh(release);
      objects.forgetKinds();
      if (options.hooks() && e.failure().kind() == Kind.NAMESPACE_TERMINATING) {
        return uninstall(
            release, ownership, new UninstallOptions(options.timeout(), false), isCollected);
      }
      return options.hooks() && isInVain(e.failure(), now.latest(), ownership, isCollected)
          ? dropHooks(now.latest().orElseThrow(), ownership.primary(), e.failure().message())
          : namingHooks(EngineFailures.outcome(FailedStep.UNINSTALL, e.failure()), now.latest());
    }
    if (isIncomplete) {
      // The cleared revisions may have made other objects.
      objects.removeOwned(ownership);
    }
    // Delete hooks may have needed them.
    failed.forEach(objects::removeHooks);
    if (store.refreshUninstalled(release).latest().isPresent()) {
      return new ReleaseOutcome.Failed(
          FailedStep.UNINSTALL, "Helm reported success, but revisions are left");
    }
    return new ReleaseOutcome.Uninstalled();
  }

  /**
   * Whether a delete hook failed, and has nothing left to save: in a foreground deletion, the
   * garbage collector deletes what the primary owns, and what the pods of the hook need. Once the
   * revision is {@code uninstalling}, the deletion of an object may have failed in place of a hook.
   */
  private boolean isInVain(
      EngineFailure failure, Optional<Revision> newest, Ownership ownership, boolean isCollected) {
    boolean isRefused = failure.kind() == Kind.REJECTED || failure.kind() == Kind.IN_THE_WAY;
    return isRefused
        && newest.stream().flatMap(ReleaseRemover::workOf).findAny().isPresent()
        && ((isCollected && newest.get().status() != RevisionStatus.UNINSTALLING)
            || objects.isCollected(newest.get(), ownership));
  }

  /** Helm goes on once they are deleted. */
  private static ReleaseOutcome namingHooks(ReleaseOutcome outcome, Optional<Revision> newest) {
    var hooks =
        newest.stream()
            .filter(revision -> revision.status() == RevisionStatus.UNINSTALLING)
            .flatMap(ReleaseRemover::deleteHooks)
            .map(hook -> hook.key().toString())
            .collect(Collectors.joining(", "));
    return outcome instanceof ReleaseOutcome.Waiting(var message) && !hooks.isEmpty()
        ? new ReleaseOutcome.Waiting(
            "%s. Its delete hooks may not end: %s".formatted(message, hooks))
        : outcome;
  }

  private void removeEarlier(List<Revision> revisions) {
    if (revisions.size() > 1) {
      objects.removeForgotten(
          revisions.subList(0, revisions.size() - 1), List.of(revisions.getLast()));
    }
  }

  /** Returns the hooks that Helm runs when it uninstalls a release. */
  private static Stream<ManifestObject> deleteHooks(Revision revision) {
    return revision.hooks().readable().stream()
        .filter(hook -> hook.hookEvents().stream().anyMatch(DELETIONS::contains));
  }

  private static Stream<ManifestObject> workOf(Revision revision) {
    return deleteHooks(revision).filter(hook -> WORK.contains(hook.key().kind()));
  }

  /**
   * Takes the Jobs and Pods of delete hooks out of the newest revision, after one of them failed in
   * vain.
   */
  private ReleaseOutcome dropHooks(Revision newest, PrimaryIdentity primary, String failure) {
    objects.removeWork(newest);
    var work = workOf(newest).map(ManifestObject::key).collect(Collectors.toSet());
    boolean isDropped =
        trust.edit(
            primary,
            announce ->
                store.forget(
                    newest, work::contains, edited -> announceIfPossible(announce, edited)));
    return isDropped
        ? new ReleaseOutcome.HooksDropped(failure)
        : ReleaseOutcome.Waiting.changed(newest);
  }

  /** Once the primary is gone, no later pass trusts anything. A deletion waits for no report. */
  private static void announceIfPossible(Consumer<Revision> announce, Revision edited) {
    try {
      announce.accept(edited);
    } catch (PrimaryGoneException | StatusRefusedException e) {
      log.debug("The status does not announce the edit of release {}", edited.release(), e);
    }
  }
}
