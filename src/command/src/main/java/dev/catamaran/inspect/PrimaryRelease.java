package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.helm.StoredRevisions;
import dev.catamaran.helm.StoredRevisions.Stored;
import dev.catamaran.inspect.ReferencedSources.Referenced;
import dev.catamaran.release.History;
import dev.catamaran.release.NameRule;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.release.UnreadableReleaseException;
import dev.catamaran.watch.NameTemplate;
import dev.catamaran.watch.Watch.Placement;
import dev.catamaran.watch.Watch.Source;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The stored release of a primary.
 *
 * @param key the reported place, else the expected one
 * @param stored all readable revisions; none before the first install
 */
public record PrimaryRelease(
    KubernetesClient client, PrimaryObject primary, ReleaseKey key, Stored stored) {
  public static PrimaryRelease of(KubernetesClient client, PrimaryObject primary) {
    var reported = primary.deployed().map(deployed -> deployed.release(primary.namespace()));
    var key = reported.orElseGet(() -> expected(primary));
    if (key.namespace().isEmpty()) {
      return new PrimaryRelease(client, primary, key, Stored.NOTHING);
    }
    try {
      var found = new StoredRevisions(client).of(key);
      boolean isOwn = reported.isPresent() || isMadeFor(primary, found.history());
      return new PrimaryRelease(client, primary, key, isOwn ? found : Stored.NOTHING);
    } catch (UnreadableReleaseException e) {
      throw new ManagerException(String.valueOf(e.getMessage()));
    }
  }

  /** A release of that name may belong to a person or to another primary. */
  private static boolean isMadeFor(PrimaryObject primary, History history) {
    return history.revisions().stream()
        .anyMatch(
            revision ->
                revision.belongsTo(primary.identity())
                    || revision.isInheritedBy(primary.identity()));
  }

  /** Returns the place that its entry of watches.yaml gives a release. */
  public static ReleaseKey expected(PrimaryObject primary) {
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

  public History history() {
    return stored.history();
  }

  public Optional<Revision> current() {
    return primary
        .deployed()
        .flatMap(deployed -> history().find(deployed.revision()))
        .or(this::lastDeployed)
        .or(history()::latest);
  }

  /** Returns the revision that is being made; empty for none. */
  public Optional<Revision> pending() {
    return history().latest().filter(revision -> revision.status().isPending());
  }

  /** Says of a pending revision what is known: whether an operator runs is not. */
  public static String unfinished(Revision pending) {
    return "revision %d is %s, and an operator makes it, or takes it up after its start"
        .formatted(pending.number(), pending.status().helmName());
  }

  private Optional<Revision> lastDeployed() {
    return history().revisions().reversed().stream()
        .filter(revision -> revision.status() == RevisionStatus.DEPLOYED)
        .findFirst();
  }

  public int number(OptionalInt wanted) {
    var current = current().map(Revision::number).orElseThrow(this::missing);
    return revision(wanted.orElse(current), "--revision").number();
  }

  public Revision revision(int number, String option) {
    return history()
        .find(number)
        .orElseThrow(
            () ->
                new ManagerException(
                    "%s: release %s has no revision %d; stored are %s"
                        .formatted(
                            option,
                            key,
                            number,
                            history().revisions().stream()
                                .map(revision -> String.valueOf(revision.number()))
                                .collect(Collectors.joining(", ")))));
  }

  public ManagerException missing() {
    return new ManagerException(
        primary.isOfChart()
            ? "%s has no stored revision of release %s; catamaran status %s%s shows why"
                .formatted(
                    primary.title(),
                    key,
                    primary.title(),
                    primary.namespace().isEmpty() ? "" : " --namespace " + primary.namespace())
            : "%s has no release: no operator has made one yet, or no chart makes its objects"
                .formatted(primary.title()));
  }

  /**
   * Returns the texts that no output may show: those of all revisions, and of the Secrets that
   * values come from now. A revision that Catamaran did not make names none.
   */
  public SecretTexts secrets() {
    return referenced().stream()
        .filter(Referenced::isSecret)
        .map(each -> SecretTexts.in(each.values()))
        .reduce(history().secrets(), SecretTexts::and);
  }

  /** Returns the values of the Secrets and ConfigMaps that this person may read. */
  public List<Referenced> referenced() {
    var namespace = primary.namespace().isEmpty() ? key.namespace() : primary.namespace();
    return new ReferencedSources(client, namespace).of(primary);
  }
}
