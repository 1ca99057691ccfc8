package dev.catamaran.manager;

import dev.catamaran.controller.WatchedKinds;
import dev.catamaran.helm.SecretReleaseStore;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.Revision;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Information from existing releases, available before the first pass.
 *
 * @param store knows revisions
 * @param kinds the watched kinds
 */
record StoredReleases(SecretReleaseStore store, WatchedKinds kinds) {

  /** Returns the primaries of unwatched kinds that have a release. */
  Set<PrimaryIdentity> ofUnwatchedKinds() {
    return store.allOfOurs().stream()
        .flatMap(revision -> revision.origin().stream())
        .map(Revision.Origin::primary)
        .filter(primary -> !kinds.include(primary.group(), primary.kind()))
        .collect(Collectors.toSet());
  }
}
