package dev.catamaran.helm;

import dev.catamaran.informer.Pages;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.UnreadableReleaseException;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Reads release Secrets from the API server. */
record SecretRequests(KubernetesClient client) {
  /** Twenty of the largest revisions that fit into a Secret. */
  private static final long MOST_BYTES = 28L << 20;

  /**
   * The Secrets of a release's revisions.
   *
   * @param version of the listing
   */
  record Stored(List<Secret> secrets, String version) {}

  /**
   * Returns the Secrets of all revisions of a release, in no order.
   *
   * @throws UnreadableReleaseException if they have more than any history: whoever may write
   *     Secrets can write more of them than fit into memory
   */
  Stored of(ReleaseKey release) {
    var found = new ArrayList<Secret>();
    var bytes = new AtomicLong();
    var labelled =
        client
            .secrets()
            .inNamespace(release.namespace())
            .withLabel("owner", "helm")
            .withLabel("name", release.name());
    var version =
        Pages.each(
            labelled::list,
            (Secret secret) -> {
              // Others may use these labels for what Helm cannot take for a revision.
              if (isRevision(secret)) {
                found.add(secret);
                requireRoom(release, bytes.addAndGet(size(secret)));
              }
            });
    return new Stored(found, version);
  }

  private static void requireRoom(ReleaseKey release, long bytes) {
    if (bytes > MOST_BYTES) {
      throw new UnreadableReleaseException(
          "the Secrets of release %s with the labels owner=helm and name=%s have more than %d MiB; delete those that are no revisions, or that the history does not need"
              .formatted(release, release.name(), MOST_BYTES >> 20));
    }
  }

  private static long size(Secret secret) {
    return Optional.ofNullable(secret.getData()).orElse(Map.of()).values().stream()
        .mapToLong(String::length)
        .sum();
  }

  private static boolean isRevision(Secret secret) {
    return secret.getMetadata().getName().startsWith(ReleasePayload.PREFIX)
        || (secret.getData() != null && secret.getData().containsKey(ReleasePayload.KEY));
  }
}
