package dev.catamaran.desired;

import static dev.catamaran.status.Reasons.INVALID_PLACE;
import static dev.catamaran.status.Reasons.PLACE_CHANGED;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.PrimaryKey;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Primaries;
import dev.catamaran.primary.Primary;
import dev.catamaran.release.History;
import dev.catamaran.release.NameRule;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.watch.NameTemplate;
import dev.catamaran.watch.NameTemplate.UnresolvedException;
import dev.catamaran.watch.Watch.Placement;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Places of releases. The watch defines name and namespace. After its first revision, a release
 * stays where that was made.
 *
 * @param claims records which primary wants which release
 * @param isWatched whether the manager watches the objects of a namespace
 */
public record ReleasePlaces(
    Rights rights, ReleaseStore store, Claims claims, Predicate<String> isWatched) {
  private static final int KEPT = 40;
  private static final int HASH_DIGITS = 12;

  /**
   * Returns the place for a primary that is not being deleted.
   *
   * @param remembered what its status reports as deployed
   * @throws InvalidPrimaryException if it has no place, or had another one before
   */
  public ReleaseKey of(Primary primary, Optional<Deployed> remembered)
      throws InvalidPrimaryException {
    var wanted = wanted(primary);
    var present =
        present(primary, remembered)
            .filter(release -> !release.equals(wanted))
            .filter(release -> isNamed(release, primary.identity(), remembered));
    if (present.isPresent()) {
      throw new InvalidPrimaryException(
          PLACE_CHANGED,
          "release %s cannot move to %s; undo the change, or delete this custom resource and create it again"
              .formatted(present.get(), wanted));
    }
    if (!isWatched.test(wanted.namespace())) {
      throw new InvalidPrimaryException(
          INVALID_PLACE,
          "this operator does not watch namespace %s; add it to WATCH_NAMESPACE"
              .formatted(wanted.namespace()));
    }
    rights.checkPlace(primary.identity(), wanted);
    claims.claim(PrimaryKey.of(primary.identity()), wanted);
    return wanted;
  }

  public void forget(PrimaryIdentity primary) {
    claims.withdraw(PrimaryKey.of(primary));
  }

  /**
   * Returns the place of the primary's release, as far as that is known. Its spec need not be valid
   * any more.
   *
   * @param remembered what its status reports as deployed
   */
  public ReleaseKey known(Primary primary, Optional<Deployed> remembered) {
    return present(primary, remembered).orElseGet(() -> lastGuess(primary));
  }

  /**
   * Returns the place that the spec asks for. No stored revision names the primary, so the release
   * there may be a person's.
   */
  private ReleaseKey lastGuess(Primary primary) {
    try {
      return wanted(primary);
    } catch (InvalidPrimaryException e) {
      var identity = primary.identity();
      return new ReleaseKey(identity.namespace(), shortened(identity.name()));
    }
  }

  /** Returns the place of stored revisions, or else the place in the status. */
  private Optional<ReleaseKey> present(Primary primary, Optional<Deployed> remembered) {
    var identity = primary.identity();
    var inStatus = remembered.map(deployed -> deployed.release(identity.namespace()));
    if (inStatus.filter(release -> isOf(identity, release)).isPresent()) {
      return inStatus;
    }
    return Stream.concat(
            store.releasesOf(identity).stream(),
            inStatus.filter(release -> store.known(release).latest().isEmpty()).stream())
        .findFirst();
  }

  /**
   * Whether a release is in the primary's namespace, or the status reports it. Users of another
   * namespace may have written a revision there that names the primary.
   */
  private static boolean isNamed(
      ReleaseKey release, PrimaryIdentity primary, Optional<Deployed> remembered) {
    return release.namespace().equals(primary.namespace())
        || remembered.map(d -> d.release(primary.namespace())).equals(Optional.of(release));
  }

  /**
   * Whether a release has a revision that the primary made. A status alone proves nothing: with it,
   * anybody who may write one could reach any release of any namespace. A release that a person
   * upgraded with Helm still has the operator's revisions as superseded ones.
   */
  private boolean isOf(PrimaryIdentity primary, ReleaseKey release) {
    var known = store.known(release);
    return made(primary, known)
        || (known.latest().isPresent() && made(primary, store.refresh(release)));
  }

  private static boolean made(PrimaryIdentity primary, History history) {
    return history.revisions().stream().anyMatch(revision -> revision.belongsTo(primary));
  }

  private ReleaseKey wanted(Primary primary) throws InvalidPrimaryException {
    var placement = rights.placement();
    var namespace = evaluate("targetNamespace", placement.targetNamespace(), primary.object());
    var name = shortened(evaluate("releaseName", placement.releaseName(), primary.object()));
    check(NameRule.NAMESPACE, namespace);
    check(NameRule.RELEASE, name);
    return new ReleaseKey(namespace, name);
  }

  private static String evaluate(String field, NameTemplate template, OfKind primary)
      throws InvalidPrimaryException {
    try {
      return template.of(Primaries.namingFields(primary));
    } catch (UnresolvedException e) {
      throw new InvalidPrimaryException(
          INVALID_PLACE,
          isOfNamespace(template) && primary.getMetadata().getNamespace() == null
              ? "a cluster-scoped custom resource has no namespace for its release; set targetNamespace in"
                  + " watches.yaml"
              : "%s is \"%s\", but %s".formatted(field, template.text(), e.problem()));
    }
  }

  private static boolean isOfNamespace(NameTemplate template) {
    return template.equals(Placement.DEFAULT.targetNamespace());
  }

  private static void check(NameRule rule, String name) throws InvalidPrimaryException {
    if (!rule.accepts(name)) {
      throw new InvalidPrimaryException(INVALID_PLACE, rule.refusal(name));
    }
  }

  /**
   * Shortens a name that is too long for Helm to its beginning and a hash of the whole name, which
   * keeps long names distinct. Helm accepts no dash after a dot.
   */
  static String shortened(String name) {
    return name.length() <= NameRule.RELEASE.longest()
        ? name
        : name.substring(0, KEPT).replaceAll("[.-]+$", "")
            + "-"
            + DigestUtils.sha256Hex(name).substring(0, HASH_DIGITS);
  }
}
