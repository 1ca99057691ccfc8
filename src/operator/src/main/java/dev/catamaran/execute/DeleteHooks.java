package dev.catamaran.execute;

import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.status.PrimaryGoneException;
import dev.catamaran.status.StatusRefusedException;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The hooks that Helm runs when it uninstalls a release. */
record DeleteHooks(ReleaseStore store, TrustedRevisions trust, ReleaseObjects objects) {
  private static final Logger log = LoggerFactory.getLogger(DeleteHooks.class);
  private static final Set<String> EVENTS = Set.of("pre-delete", "post-delete");
  private static final Set<String> WORK = Set.of("Job", "Pod");

  static Stream<ManifestObject> of(Revision revision) {
    return revision.hooks().readable().stream()
        .filter(hook -> hook.hookEvents().stream().anyMatch(EVENTS::contains));
  }

  static Stream<ManifestObject> workOf(Revision revision) {
    return of(revision).filter(hook -> WORK.contains(hook.key().kind()));
  }

  /** Takes their Jobs and Pods out of the newest revision, after one of them failed in vain. */
  ReleaseOutcome drop(Revision newest, PrimaryIdentity primary, String failure) {
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
