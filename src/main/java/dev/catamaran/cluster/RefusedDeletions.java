package dev.catamaran.cluster;

import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;

/**
 * Finds out why an uninstall failed: Helm says no more than that it did. Each deletion is tried
 * without being done, until the API server refuses one.
 */
final class RefusedDeletions {
  private final LiveObjects live;
  private final ApiResources apis;

  RefusedDeletions(LiveObjects live, ApiResources apis) {
    this.live = live;
    this.apis = apis;
  }

  /** What the API server says to the first deletion that it refuses; empty if it refuses none. */
  Optional<String> first(Revision revision) {
    return revision.manifest().readable().stream()
        .filter(object -> !object.isKept())
        .flatMap(object -> refusal(object, revision).stream())
        .findFirst();
  }

  private Optional<String> refusal(ManifestObject object, Revision revision) {
    try {
      apis.locate(object.key(), revision.release().namespace()).ifPresent(live::tryToDelete);
      return Optional.empty();
    } catch (KubernetesClientException e) {
      var status = e.getStatus();
      var said = status == null ? e.getMessage() : status.getMessage();
      return Optional.of(object.key() + ": " + said);
    }
  }
}
