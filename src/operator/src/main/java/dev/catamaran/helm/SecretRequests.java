package dev.catamaran.helm;

import dev.catamaran.informer.Pages;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.UnreadableReleaseException;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Requests to the API server about release Secrets. No Secret that another client has changed since
 * it was read is updated or deleted.
 */
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

  /** Returns the Secret of a revision; empty if the API server has no such Secret. */
  Optional<Secret> of(ReleaseKey release, int revision) {
    var name = ReleasePayload.NAME.formatted(release.name(), revision);
    return Optional.ofNullable(
        client.secrets().inNamespace(release.namespace()).withName(name).get());
  }

  /** Returns the updated Secret; empty if another client has changed or deleted it. */
  Optional<Secret> update(Secret secret) {
    if (Boolean.TRUE.equals(secret.getImmutable())) {
      return replace(secret);
    }
    try {
      return Optional.of(client.resource(secret).update());
    } catch (KubernetesClientException e) {
      return switch (e.getCode()) {
        case HttpURLConnection.HTTP_CONFLICT -> written(secret);
        case HttpURLConnection.HTTP_NOT_FOUND -> Optional.empty();
        default -> throw e;
      };
    }
  }

  /** Somebody made it immutable, so the API server refuses each update for ever. */
  private Optional<Secret> replace(Secret secret) {
    var meta = secret.getMetadata();
    var anew =
        new SecretBuilder(secret)
            .withImmutable(null)
            .editMetadata()
            .withResourceVersion(null)
            .withUid(null)
            .withCreationTimestamp(null)
            .withManagedFields()
            .endMetadata()
            .build();
    requireRightToCreate(anew);
    return delete(meta.getNamespace(), meta.getName(), meta.getResourceVersion())
        ? Optional.of(client.resource(anew).create())
        : Optional.empty();
  }

  /** Without it, the revision would be lost. */
  private void requireRightToCreate(Secret secret) {
    try {
      client.resource(secret).dryRun(true).create();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
    }
  }

  /**
   * Returns the stored Secret if it has the content of {@code wanted}. The client repeats a request
   * without an answer, and then conflicts with its own write.
   */
  private Optional<Secret> written(Secret wanted) {
    var meta = wanted.getMetadata();
    var stored = client.secrets().inNamespace(meta.getNamespace()).withName(meta.getName()).get();
    return Optional.ofNullable(stored)
        .filter(found -> meta.getUid().equals(found.getMetadata().getUid()))
        .filter(found -> Objects.equals(wanted.getData(), found.getData()))
        .filter(found -> Objects.equals(meta.getLabels(), found.getMetadata().getLabels()));
  }

  /** Deletes a Secret. Returns false if another client has changed it; a missing one is fine. */
  boolean delete(ReleaseKey release, String name, String version) {
    return delete(release.namespace(), name, version);
  }

  private boolean delete(String namespace, String name, String version) {
    try {
      client.secrets().inNamespace(namespace).withName(name).lockResourceVersion(version).delete();
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
        return false;
      }
      throw e;
    }
  }
}
