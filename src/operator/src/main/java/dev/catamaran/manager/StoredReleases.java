package dev.catamaran.manager;

import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.Descendants;
import dev.catamaran.cluster.WatchedDescendants;
import dev.catamaran.controller.WatchedKinds;
import dev.catamaran.helm.SecretReleaseStore;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Revision;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.Source.HelmChart;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * Watches the objects of all releases, their kinds side by side. Runs before the first pass: a
   * release without history and status is known by the marks on its objects alone. Waits some
   * seconds at most for APIs and kinds that do not answer; the passes that need them say so.
   */
  void watchWhatTheyMade() {
    watch(
        store.allOfOurs().stream()
            .filter(this::isWatched)
            .flatMap(StoredReleases::places)
            .collect(Collectors.toSet()),
        apis,
        descendants);
  }

  /** Asks once for an API that does not answer, however many namespaces have objects of it. */
  static void watch(Set<Place> places, ApiResources apis, Descendants descendants) {
    Runnable work =
        () -> {
          var silent = new HashSet<String>();
          var located = places.stream().flatMap(place -> located(place, apis, silent)).toList();
          located.forEach(descendants::expect);
          located.forEach(descendants::watch);
        };
    CompletableFuture.runAsync(work, Thread::startVirtualThread)
        .completeOnTimeout(null, PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .join();
  }

  private static Stream<ObjectKey> located(Place place, ApiResources apis, Set<String> silent) {
    var version = place.inManifest().apiVersion();
    if (silent.contains(version)) {
      return Stream.empty();
    }
    try {
      return apis.locate(place.inManifest(), place.releaseNamespace()).stream();
    } catch (KubernetesClientException e) {
      silent.add(version);
      log.warn("{} is not watched yet: {}", version, e.getMessage());
      return Stream.empty();
    }
  }

  /** Returns the kinds and namespaces of objects; none if the manifest cannot be read. */
  private static Stream<Place> places(Revision revision) {
    return revision.manifest().readable().stream()
        .map(ManifestObject::key)
        .map(
            key ->
                new Place(
                    new ObjectKey(key.apiVersion(), key.kind(), key.namespace(), ""),
                    revision.release().namespace()));
  }

  /**
   * A kind in a namespace.
   *
   * @param inManifest without a name, and without a namespace if the manifest names none
   */
  record Place(ObjectKey inManifest, String releaseNamespace) {}

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
