package dev.catamaran.cluster;

import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;

/**
 * Finds the reason of a failed uninstall, since Helm does not report it. Sends each deletion as a
 * dry run, until the API server refuses one.
 */
final class RefusedDeletions {
  private final LiveObjects live;
  private final ApiResources apis;

  RefusedDeletions(LiveObjects live, ApiResources apis) {
    this.live = live;
    this.apis = apis;
  }

  /** Returns the API server's message for the first refused deletion; empty if it refuses none. */
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
