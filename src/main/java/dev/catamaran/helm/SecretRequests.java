package dev.catamaran.helm;

import dev.catamaran.release.ReleaseKey;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Optional;

/**
 * Requests to the API server about release Secrets. Nothing is written or deleted that somebody has
 * written since it was read.
 */
final class SecretRequests {
  private final KubernetesClient client;

  /**
   * Makes them.
   *
   * @param client whose rights count
   */
  SecretRequests(KubernetesClient client) {
    this.client = client;
  }

  /** Those of all revisions of a release, in no order. */
  SecretList of(ReleaseKey release) {
    return client
        .secrets()
        .inNamespace(release.namespace())
        .withLabel("owner", "helm")
        .withLabel("name", release.name())
        .list();
  }

  /** As it is from now on; empty if somebody has written it since, or it is gone. */
  Optional<Secret> update(Secret secret) {
    try {
      return Optional.of(client.resource(secret).update());
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT
          || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** False if somebody has written it since; one that is gone is fine. */
  boolean delete(ReleaseKey release, String name, String version) {
    try {
      client
          .secrets()
          .inNamespace(release.namespace())
          .withName(name)
          .lockResourceVersion(version)
          .delete();
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
        return false;
      }
      throw e;
    }
  }
}
