package dev.catamaran.execute;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.status.PrimaryGoneException;
import dev.catamaran.status.StatusRefusedException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares the newest revision for its uninstall by Helm: takes out what Helm must not delete, or
 * waited for in vain.
 */
record UninstallPreparation(ReleaseStore store, TrustedRevisions trust, ReleaseObjects objects) {
  private static final Logger log = LoggerFactory.getLogger(UninstallPreparation.class);
  private static final Set<String> OF_UNINSTALL = Set.of("pre-delete", "post-delete");
  private static final Set<String> WORK = Set.of("Job", "Pod");

  /**
   * Prepares a release: Helm asks the manifest alone what it keeps, and deletes what has a name in
   * it.
   *
   * @param number of the newest stored revision, which Helm will act on; 0 for none
   * @return the outcome of the pass, if Helm must not be called now
   */
  Optional<ReleaseOutcome> of(ReleaseKey release, int number, Ownership ownership) {
    var newest = newest(release, number);
    var spared = newest.map(r -> objects.ofPeople(r, ownership)).orElse(Set.of());
    return newest
        .filter(revision -> !spared.isEmpty())
        .filter(revision -> !forget(revision, ownership.primary(), spared::contains))
        .map(ReleaseOutcome.Waiting::changed);
  }

  /** No watch shows a superseded one, which is the newest if a person deleted the later ones. */
  private Optional<Revision> newest(ReleaseKey release, int number) {
    return store
        .known(release)
        .find(number)
        .or(() -> number == 0 ? Optional.empty() : store.refresh(release).find(number));
  }

  /** Takes the Jobs and Pods of delete hooks out of a revision, after one of them failed. */
  ReleaseOutcome dropHooks(Revision newest, PrimaryIdentity primary, String failure) {
    objects.removeWork(newest);
    var hooks = workOf(newest).map(ManifestObject::key).collect(Collectors.toSet());
    return forget(newest, primary, hooks::contains)
        ? new ReleaseOutcome.HooksDropped(failure)
        : ReleaseOutcome.Waiting.changed(newest);
  }

  static Stream<ManifestObject> workOf(Revision revision) {
    return ofUninstall(revision).filter(hook -> WORK.contains(hook.key().kind()));
  }

  static Stream<ManifestObject> ofUninstall(Revision revision) {
    return revision.hooks().readable().stream()
        .filter(hook -> hook.hookEvents().stream().anyMatch(OF_UNINSTALL::contains));
  }

  /**
   * Takes objects out of the newest revision.
   *
   * @param isMeant key in the manifest
   * @return false if another client changed the revision
   */
  private boolean forget(Revision newest, PrimaryIdentity primary, Predicate<ObjectKey> isMeant) {
    return trust.edit(
        primary,
        announce -> store.forget(newest, isMeant, edited -> announceIfPossible(announce, edited)));
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
