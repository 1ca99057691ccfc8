package dev.catamaran.helm;

import dev.catamaran.release.History;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.UnreadableReleaseException;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads stored revisions for a person, by requests alone; keeps and changes nothing. */
public final class StoredRevisions {
  private final SecretRequests secrets;

  public StoredRevisions(KubernetesClient client) {
    this.secrets = new SecretRequests(client);
  }

  /**
   * The stored revisions of one release, as they were at one moment.
   *
   * @param history all that are readable
   */
  public record Stored(History history, Map<Integer, Secret> secrets) {
    public static final Stored NOTHING = new Stored(History.none(), Map.of());

    /** Returns a whole revision; empty if it is not stored, or cannot be read. */
    public Optional<StoredRelease> whole(int number) {
      return Optional.ofNullable(secrets.get(number)).map(HelmReleaseCodec::whole);
    }

    /** Returns the values of a revision; empty if it is not stored, or cannot be read. */
    public Optional<StoredValues> values(int number) {
      return whole(number)
          .map(
              whole ->
                  new StoredValues(
                      whole.chartValues(),
                      whole.config(),
                      ChartAnnotations.secretPlaces(whole.metadata().path("annotations"))));
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "revisions " + secrets.keySet();
    }
  }

  /**
   * Reads all revisions of a release, by one list of Secrets.
   *
   * @throws UnreadableReleaseException if revisions are stored, and none can be read
   */
  public Stored of(ReleaseKey release) {
    var stored = secrets.of(release).secrets();
    var readable = readable(stored);
    if (readable.secrets().isEmpty() && !stored.isEmpty()) {
      throw new UnreadableReleaseException(
          "none of the %d Secrets of release %s can be read; delete them, so that the operator stores the release again"
              .formatted(stored.size(), release));
    }
    return readable;
  }

  /** Returns the values of one revision; empty if it is not stored, or cannot be read. */
  public Optional<StoredValues> values(ReleaseKey release, int number) {
    return readable(secrets.of(release).secrets()).values(number);
  }

  private static Stored readable(List<Secret> stored) {
    var revisions = new ArrayList<Revision>();
    var readable = new HashMap<Integer, Secret>();
    for (var secret : stored) {
      try {
        var revision = HelmReleaseCodec.decode(secret);
        revisions.add(revision);
        readable.putIfAbsent(revision.number(), secret);
      } catch (UncheckedIOException e) {
        // The others may be readable.
      }
    }
    return new Stored(new History(revisions), readable);
  }
}
