package dev.catamaran.desired;

import dev.catamaran.chart.Values;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Primary;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.release.ReleaseInput;
import dev.catamaran.release.ReleaseKey;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * First step of a pass: derives the desired release from the spec. Renders nothing.
 *
 * @param operator value of the label on descendants
 * @param timeout limit of Helm's wait for hooks
 * @param ignored what no revision changes
 * @param inCluster adds what the release asked of the cluster, and the present answers
 */
public record DesiredReleases(
    String operator,
    Editions editions,
    ReleaseValues releaseValues,
    Duration timeout,
    CrdPolicy crds,
    DriftRules ignored,
    BiFunction<ReleaseKey, ReleaseInput, ReleaseInput> inCluster) {
  /**
   * Returns the release that {@code primary} asks for.
   *
   * @param release its place
   * @param request token of its request for a new revision; empty for none
   * @throws InvalidPrimaryException if no release can be made from it
   */
  public DesiredRelease from(Primary primary, ReleaseKey release, String request)
      throws InvalidPrimaryException {
    var annotations = primary.annotations();
    annotations.check();
    var identity = primary.identity();
    var edition = editions.of(primary, release);
    var made = releaseValues.of(primary, release, edition);
    var values = made.values();
    return new DesiredRelease(
        release,
        identity,
        edition.chart(),
        values,
        edition.overrides().otherwiseOver(values),
        input(release, edition, values),
        timeout,
        annotations.engineOptions(crds).ignoring(ignored),
        request,
        made.secrets(),
        Optional.of(new OwnershipMarks(operator, identity))
            .filter(marks -> marks.reach(release.namespace())),
        Optional.of(made.confinement()));
  }

  public void forget(OfKind primary) {
    releaseValues.forget(primary);
  }

  private ReleaseInput input(ReleaseKey release, Edition edition, Values values) {
    var input = ReleaseInput.of(edition.chart().digest() + values.digest());
    return inCluster.apply(release, input).markedBy(edition.id());
  }
}
