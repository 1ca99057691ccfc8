package dev.catamaran.release;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.manifest.Scale;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The release that a primary asks for.
 *
 * @param release the place of its revisions
 * @param primary the owner
 * @param chart the chart to deploy
 * @param values the values to render the chart with
 * @param otherwiseTyped the values under the other reading of overrides: the Go operators differ in
 *     it
 * @param input the input: chart and values, in the present cluster
 * @param timeout limit of Helm's wait for hooks
 * @param options options for the revision; they play no part in the digest
 * @param request token of a request for a new revision whatever the digest; empty for none
 * @param secrets texts of the values that no message may show
 * @param marks the marks that Helm writes on objects; empty if it writes none
 * @param confinement what keeps its objects in its namespace; empty if nothing does
 */
public record DesiredRelease(
    ReleaseKey release,
    PrimaryIdentity primary,
    Chart chart,
    Values values,
    Values otherwiseTyped,
    ReleaseInput input,
    Duration timeout,
    EngineOptions options,
    String request,
    SecretTexts secrets,
    Optional<OwnershipMarks> marks,
    Optional<Confinement> confinement) {

  /** Returns the digest of the input: the same digest means the same release. */
  public String inputDigest() {
    return input.digest();
  }

  /** Returns all values from which a Go operator may have made this release. */
  public List<Values> candidates() {
    return List.of(values, otherwiseTyped);
  }

  /** Returns the same with the present replicas of some objects. */
  public DesiredRelease keeping(List<Scale> scales) {
    return with(options.keeping(scales));
  }

  /** Returns the same with other options. */
  public DesiredRelease with(EngineOptions others) {
    return new DesiredRelease(
        release,
        primary,
        chart,
        values,
        otherwiseTyped,
        input,
        timeout,
        others,
        request,
        secrets,
        marks,
        confinement);
  }

  /** Returns the part that the revision stores. */
  public Revision.Origin origin() {
    return new Revision.Origin(primary, inputDigest(), OptionalInt.empty(), request);
  }
}
