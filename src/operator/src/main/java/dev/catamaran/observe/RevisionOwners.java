package dev.catamaran.observe;

import dev.catamaran.release.History;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.UnreadableReleaseException;
import dev.catamaran.status.ReleaseStatus.Deployed;
import java.util.Optional;

/**
 * Whether a revision belongs to a primary.
 *
 * @param store the stored revisions
 * @param trust the revisions that the status of a primary names
 */
record RevisionOwners(ReleaseStore store, TrustedRevisions trust) {
  /**
   * Whether the primary may not use a release. A primary that is created again under its old name
   * adopts its old release. A release that a person changes with Helm remains the primary's. Any
   * other release is foreign.
   */
  boolean isForeign(Revision revision, PrimaryIdentity primary, Optional<Deployed> remembered) {
    return revision
        .origin()
        .map(origin -> !origin.primary().isReplacedBy(primary))
        .orElseGet(
            () ->
                !revision.isInheritedBy(primary)
                    && remembered.filter(d -> d.isBefore(revision)).isEmpty()
                    && !isMadeFromOurs(revision, primary));
  }

  /**
   * Whether the release has an earlier revision of the primary. The status may already name a
   * revision, but not report it as deployed yet.
   */
  private boolean isMadeFromOurs(Revision revision, PrimaryIdentity primary) {
    boolean isPossible = trust.of(primary).namesOneBefore(revision.number());
    return isPossible
        && readable(revision.release()).revisions().stream()
            .filter(earlier -> earlier.number() < revision.number())
            .anyMatch(earlier -> earlier.belongsTo(primary) && trust.covers(primary, earlier));
  }

  boolean isInherited(Revision revision, PrimaryIdentity primary, Optional<Deployed> remembered) {
    return revision.isInheritedBy(primary)
        || (revision.origin().isEmpty()
            && remembered.filter(d -> d.isInherited(revision)).isPresent());
  }

  private History readable(ReleaseKey release) {
    try {
      return store.refresh(release);
    } catch (UnreadableReleaseException e) {
      return History.none();
    }
  }
}
