package dev.catamaran.importing;

import dev.catamaran.api.ManagerException;
import dev.catamaran.helm.StoredRevisions;
import dev.catamaran.informer.Pages;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.UnreadableReleaseException;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Finds releases in a cluster, with the rights of a person. */
final class FoundReleases {
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
    var secrets = client.secrets();
    var within = namespace.isEmpty() ? secrets.inAnyNamespace() : secrets.inNamespace(namespace);
    var names = new TreeSet<String>();
    Pages.each(
        within.withLabelSelector("owner=helm,name,status!=superseded")::list,
        secret -> {
          var meta = secret.getMetadata();
          names.add(meta.getNamespace() + "/" + name(meta));
        });
    return names.stream()
        .map(name -> name.split("/", 2))
        .map(parts -> new ReleaseKey(parts[0], parts[1]))
        .toList();
  }

  private static String name(ObjectMeta meta) {
    return meta.getLabels().getOrDefault("name", "");
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
