package dev.catamaran.manager;

import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.WatchedDescendants;
import dev.catamaran.helm.SecretReleaseStore;
import dev.catamaran.release.ManifestObject;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.Revision;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the releases that are there tell, before any primary was looked at.
 *
 * @param store knows revisions
 * @param kinds which are watched
 * @param apis what the API server serves
 * @param descendants watches what releases made
 */
record StoredReleases(
    SecretReleaseStore store,
    WatchedKinds kinds,
    ApiResources apis,
    WatchedDescendants descendants) {

  /**
   * Before the first pass, so that drift made while nobody ran is seen without a request per
   * object.
   */
  void watchWhatTheyMade() {
    store.allOfOurs().stream()
        .filter(this::isWatched)
        .flatMap(
            revision ->
                revision.manifest().objects().stream()
                    .map(ManifestObject::key)
                    .flatMap(key -> apis.locate(key, revision.release().namespace()).stream()))
        .forEach(descendants::watch);
  }

  /** Primaries that have a release, and that nobody here looks at. */
  Set<PrimaryIdentity> ofUnwatchedKinds() {
    return store.allOfOurs().stream()
        .flatMap(revision -> revision.origin().stream())
        .map(Revision.Origin::primary)
        .filter(primary -> !kinds.include(primary.group(), primary.kind()))
        .collect(Collectors.toSet());
  }

  private boolean isWatched(Revision revision) {
    var primary = revision.origin().map(Revision.Origin::primary);
    return kinds.watches().stream()
        .filter(
            watch -> watch.source() instanceof HelmChart chart && chart.watchDependentResources())
        .map(Watch::gvk)
        .anyMatch(
            gvk ->
                primary
                    .filter(p -> p.group().equals(gvk.group()) && p.kind().equals(gvk.kind()))
                    .isPresent());
  }
}
