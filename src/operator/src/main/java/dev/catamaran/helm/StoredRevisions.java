package dev.catamaran.helm;

import dev.catamaran.release.History;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.UnreadableReleaseException;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads stored revisions for a person, by requests alone; keeps and changes nothing. */
public final class StoredRevisions {
  private final SecretRequests secrets;

  /** Reads with the rights of {@code client}. */
  public StoredRevisions(KubernetesClient client) {
    this.secrets = new SecretRequests(client);
  }

  /**
   * Returns all readable revisions of a release.
   *
   * @throws UnreadableReleaseException if revisions are stored, and none can be read
   */
  public History of(ReleaseKey release) {
    var stored = secrets.of(release).getItems();
    var found = stored.stream().flatMap(StoredRevisions::revision).toList();
    if (found.isEmpty() && !stored.isEmpty()) {
      throw new UnreadableReleaseException(
          "none of the %d Secrets of release %s can be read; delete them, so that the operator stores the release again"
              .formatted(stored.size(), release));
    }
    return new History(found);
  }

  /** Returns a whole revision; empty if it is not stored, or cannot be read. */
  public Optional<StoredRelease> whole(ReleaseKey release, int number) {
    return secrets.of(release).getItems().stream()
        .filter(secret -> revision(secret).filter(each -> each.number() == number).count() > 0)
        .findFirst()
        .map(HelmReleaseCodec::whole);
  }

  /** Returns the values of a revision; empty if it is not stored, or cannot be read. */
  public Optional<StoredValues> values(ReleaseKey release, int number) {
    return whole(release, number).map(StoredRevisions::values);
  }

  private static StoredValues values(StoredRelease whole) {
    return new StoredValues(
        whole.chartValues(),
        whole.config(),
        ChartAnnotations.secretPlaces(whole.metadata().path("annotations")));
  }

  private static Stream<Revision> revision(Secret secret) {
    try {
      return Stream.of(HelmReleaseCodec.decode(secret));
    } catch (UncheckedIOException e) {
      return Stream.of();
    }
  }
}
