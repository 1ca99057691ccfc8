package dev.catamaran.importing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.helm.StoredRevisions;
import dev.catamaran.inspect.ApiRead;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.UnreadableReleaseException;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URLEncoder;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Finds releases in a cluster, with the rights of a person. */
final class FoundReleases {
  /** A revision has up to a megabyte, and its labels name the release. */
  private static final String SELECTED =
      "labelSelector="
          + URLEncoder.encode("owner=helm,name,status!=superseded", UTF_8)
          + "&limit=500&continue=";

  private final KubernetesClient client;
  private final StoredRevisions stored;

  FoundReleases(KubernetesClient client) {
    this.client = client;
    this.stored = new StoredRevisions(client);
  }

  /**
   * Returns the releases of a namespace, by name.
   *
   * @param namespace empty for all namespaces
   */
  List<ReleaseKey> in(String namespace) {
    var found = new TreeSet<ReleaseKey>(Comparator.comparing(ReleaseKey::toString));
    var within = namespace.isEmpty() ? "" : "/namespaces/" + namespace;
    var next = "";
    do {
      var page =
          ApiRead.get(client, "/api/v1" + within + "/secrets?" + SELECTED + next, ApiRead.METADATA);
      page.path("items").forEach(secret -> found.add(key(secret.path("metadata"))));
      next = page.path("metadata").path("continue").asText();
    } while (!next.isEmpty());
    return List.copyOf(found);
  }

  private static ReleaseKey key(JsonNode metadata) {
    return new ReleaseKey(
        metadata.path("namespace").asText(), metadata.path("labels").path("name").asText());
  }

  /**
   * Returns a release; empty if no revision is stored.
   *
   * @throws ManagerException if none of its revisions can be read
   */
  Optional<FoundRelease> find(ReleaseKey release) {
    try {
      var found = stored.of(release);
      return found
          .history()
          .latest()
          .flatMap(
              newest -> found.whole(newest.number()).map(whole -> new FoundRelease(newest, whole)));
    } catch (UnreadableReleaseException e) {
      throw new ManagerException(String.valueOf(e.getMessage()));
    }
  }
}
