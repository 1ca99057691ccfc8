package dev.catamaran.manager;

import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.WatchedDescendants;
import dev.catamaran.controller.WatchedKinds;
import dev.catamaran.helm.SecretReleaseStore;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.UnreadableManifestException;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.Revision;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Information from existing releases, available before the first pass.
 *
 * @param store knows revisions
 * @param kinds the watched kinds
 * @param apis kinds that the API server serves
 * @param descendants watches the objects of releases
 */
record StoredReleases(
    SecretReleaseStore store,
    WatchedKinds kinds,
    ApiResources apis,
    WatchedDescendants descendants) {
  private static final Logger log = LoggerFactory.getLogger(StoredReleases.class);

  /**
   * Watches the objects of all releases. Runs before the first pass, so that drift from a time
   * without a running operator is found without a request per object.
   */
  void watchWhatTheyMade() {
    store.allOfOurs().stream()
        .filter(this::isWatched)
        .flatMap(
            revision ->
                objectsOf(revision).stream()
                    .map(ManifestObject::key)
                    .flatMap(key -> apis.locate(key, revision.release().namespace()).stream()))
        .forEach(descendants::watch);
  }

  /**
   * Returns the objects of a revision; none if the manifest cannot be read. The pass over the
   * primary reports that problem too.
   */
  private static List<ManifestObject> objectsOf(Revision revision) {
    try {
      return revision.manifest().objects();
    } catch (UnreadableManifestException e) {
      log.warn(
          "The manifest of revision {} of release {} cannot be read, so its objects are not"
              + " watched: {}",
          revision.number(),
          revision.release(),
          e.problem());
      return List.of();
    }
  }

  /** Returns the primaries of unwatched kinds that have a release. */
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
