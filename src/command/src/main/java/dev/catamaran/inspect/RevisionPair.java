package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.release.Revision;
import dev.catamaran.release.SecretTexts;
import java.util.List;

/**
 * Two stored revisions of a release.
 *
 * @param primary kind and name, as kubectl prints them
 * @param namespace of the primary; empty for a cluster-scoped one
 * @param values those in which the revisions differ
 * @param secrets texts that no output may show
 */
public record RevisionPair(
    String primary,
    String namespace,
    Revision before,
    Revision after,
    List<ValueChange> values,
    SecretTexts secrets) {
  private static final String OPTION = "--revisions";

  /**
   * Reads two revisions of a primary's release.
   *
   * @throws ManagerException if one is not stored; the message lists the stored ones
   */
  public static RevisionPair of(Scope scope, Target target, RevisionRange range) {
    var primary = scope.primary(target);
    var found = new Releases(scope.client()).of(primary);
    var newest = found.history().latest().orElseThrow(() -> NoRelease.of(primary, found.key()));
    int from =
        range.before().isPresent() ? range.before().getAsInt() : beforeNewest(primary, found);
    var before = StoredNumber.stored(found, from, OPTION);
    var after = StoredNumber.stored(found, range.after().orElse(newest.number()), OPTION);
    return new RevisionPair(
        primary.title(),
        primary.namespace(),
        before,
        after,
        ValueChange.between(
            ReleaseValuesReport.sources(scope, primary, found, before.number()),
            ReleaseValuesReport.sources(scope, primary, found, after.number())),
        found.secrets(scope.client(), primary));
  }

  private static int beforeNewest(PrimaryObject primary, Releases.Found found) {
    var revisions = found.history().revisions();
    if (revisions.size() < 2) {
      throw new ManagerException(
          "only one revision of %s is stored, so there is no change yet"
              .formatted(primary.title()));
    }
    return revisions.get(revisions.size() - 2).number();
  }
}
