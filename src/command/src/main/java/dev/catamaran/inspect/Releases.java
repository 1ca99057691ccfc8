package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.helm.StoredRevisions;
import dev.catamaran.helm.StoredRevisions.Stored;
import dev.catamaran.inspect.ValueSources.Referenced;
import dev.catamaran.release.History;
import dev.catamaran.release.NameRule;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.release.UnreadableReleaseException;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.watch.NameTemplate;
import dev.catamaran.watch.Placement;
import dev.catamaran.watch.Source;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** Finds the release of a primary. */
public final class Releases {
  private final StoredRevisions stored;

  /** Reads with the rights of {@code client}. */
  public Releases(KubernetesClient client) {
    this.stored = new StoredRevisions(client);
  }

  /**
   * The stored release of a primary.
   *
   * @param stored all readable revisions; none before the first install
   */
  public record Found(ReleaseKey key, Stored stored) {
    /** Returns all readable revisions; none before the first install. */
    public History history() {
      return stored.history();
    }

    /** Returns the deployed revision, else the newest one. */
    public Optional<Revision> current(PrimaryObject primary) {
      return primary
          .deployed()
          .flatMap(deployed -> history().find(deployed.revision()))
          .or(this::lastDeployed)
          .or(history()::latest);
    }

    /**
     * Returns the texts that no output may show: those of all revisions, and of the Secrets that
     * values come from now. A revision that Catamaran did not make names none.
     */
    SecretTexts secrets(KubernetesClient client, PrimaryObject primary) {
      return referenced(client, primary).stream()
          .filter(Referenced::isSecret)
          .map(each -> SecretTexts.in(each.values()))
          .reduce(history().secrets(), SecretTexts::and);
    }

    /** Returns the values of the Secrets and ConfigMaps that this person may read. */
    List<Referenced> referenced(KubernetesClient client, PrimaryObject primary) {
      var namespace = primary.namespace().isEmpty() ? key.namespace() : primary.namespace();
      return new ReferencedSources(client, namespace).of(primary);
    }

    private Optional<Revision> lastDeployed() {
      return history().revisions().reversed().stream()
          .filter(revision -> revision.status() == RevisionStatus.DEPLOYED)
          .findFirst();
    }
  }

  /**
   * Returns the release of a primary, with its revisions.
   *
   * @throws ManagerException if the stored revisions cannot be read
   */
  public Found of(PrimaryObject primary) {
    var reported = primary.deployed().map(deployed -> key(deployed, primary));
    var key = key(primary);
    if (key.namespace().isEmpty()) {
      return new Found(key, Stored.NOTHING);
    }
    try {
      var found = stored.of(key);
      boolean isOwn = reported.isPresent() || isMadeFor(primary, found.history());
      return new Found(key, isOwn ? found : Stored.NOTHING);
    } catch (UnreadableReleaseException e) {
      throw new ManagerException(String.valueOf(e.getMessage()));
    }
  }

  /** Returns the place of a release: the reported one, else the expected one. */
  static ReleaseKey key(PrimaryObject primary) {
    return primary
        .deployed()
        .map(deployed -> key(deployed, primary))
        .orElseGet(() -> expected(primary));
  }

  private static ReleaseKey key(Deployed deployed, PrimaryObject primary) {
    return deployed.release(primary.namespace());
  }

  /** A release of that name may belong to a person or to another primary. */
  private static boolean isMadeFor(PrimaryObject primary, History history) {
    return history.revisions().stream()
        .anyMatch(
            revision ->
                revision.belongsTo(primary.identity())
                    || revision.isInheritedBy(primary.identity()));
  }

  private static ReleaseKey expected(PrimaryObject primary) {
    var placement =
        primary.kind().chart().map(Source.HelmChart::placement).orElse(Placement.DEFAULT);
    var namespace = evaluated(placement.targetNamespace(), primary, primary.namespace());
    var name = evaluated(placement.releaseName(), primary, primary.name());
    return new ReleaseKey(namespace, NameRule.RELEASE.accepts(name) ? name : primary.name());
  }

  private static String evaluated(NameTemplate template, PrimaryObject primary, String otherwise) {
    try {
      return template.of(primary.content());
    } catch (NameTemplate.UnresolvedException e) {
      return otherwise;
    }
  }
}
