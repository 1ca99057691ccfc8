package dev.catamaran.release;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.manifest.Scale;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What a primary asks for.
 *
 * @param release where its revisions are kept
 * @param primary whose it is
 * @param chart what is to be deployed
 * @param values what the chart is rendered with
 * @param otherwiseTyped the values if overrides were read the other way: the Go operators do not
 *     agree on it
 * @param exactIntegers those of the values that Helm would change, by their place in {@code --set}
 *     syntax
 * @param inputDigest digest of chart, values and options: the same digest means the same release
 * @param timeout how long Helm may wait for hooks
 * @param options how the revision is made; they play no part in the digest
 * @param request token of the request that asks for a revision whatever the digest; empty for none
 * @param secrets what of the values nobody may read in a message
 */
public record DesiredRelease(
    ReleaseKey release,
    PrimaryIdentity primary,
    Chart chart,
    Values values,
    Values otherwiseTyped,
    Map<String, Long> exactIntegers,
    String inputDigest,
    Duration timeout,
    EngineOptions options,
    String request,
    SecretTexts secrets) {

  /** All values from which a Go operator may have made what this asks for. */
  public List<Values> candidates() {
    return List.of(values, otherwiseTyped);
  }

  /** The same, with the replicas of some objects left as they are. */
  public DesiredRelease keeping(List<Scale> scales) {
    return new DesiredRelease(
        release,
        primary,
        chart,
        values,
        otherwiseTyped,
        exactIntegers,
        inputDigest,
        timeout,
        new EngineOptions(options.install(), options.upgrade(), options.crds(), scales),
        request,
        secrets);
  }

  /** What the revision remembers of all this. */
  public Revision.Origin origin() {
    return new Revision.Origin(primary, inputDigest, OptionalInt.empty(), request);
  }
}
