package dev.catamaran.execute;

import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;

/**
 * Takes API versions that are no longer served out of a stored revision. Helm compares each upgrade
 * with the objects of the newest revision, and fails if it cannot ask for one of them (Helm,
 * pkg/action/upgrade.go). After an update of the cluster, no input could succeed any more.
 */
record RetiredApis(ReleaseStore store, TrustedRevisions trust, ReleaseObjects objects) {
  /**
   * Names the objects of a revision in another served version of their group. Removes those without
   * one: with their kind, they are gone too.
   */
  void takeOutOf(Revision newest, PrimaryIdentity primary) {
    if (!names(newest)) {
      return;
    }
    // A definition may just have been made.
    objects.forgetKinds();
    if (names(newest)) {
      trust.edit(primary, announce -> store.rewrite(newest, objects::servedVersion, announce));
    }
  }

  private boolean names(Revision revision) {
    return revision.manifest().readable().stream()
        .anyMatch(object -> !objects.serves(object.key()));
  }
}
