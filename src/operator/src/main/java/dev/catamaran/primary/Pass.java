package dev.catamaran.primary;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.Wish;
import dev.catamaran.status.ReleaseStatus;
import java.util.Optional;

/**
 * Input of a pass over a primary.
 *
 * @param primary in its present state
 * @param before the newest status, even if the watch has not delivered it yet
 * @param wish what the primary wants of its release
 * @param failures of earlier passes, for any input
 * @param delays how long to wait after failures
 * @param release the place of its release, as far as that is known
 */
public record Pass(
    Primary primary,
    ReleaseStatus before,
    Wish wish,
    Optional<Backoff> failures,
    Backoff.Delays delays,
    ReleaseKey release) {

  /** Returns the object of the primary. */
  public OfKind object() {
    return primary.object();
  }

  /** Returns the identity of the primary. */
  public PrimaryIdentity identity() {
    return primary.identity();
  }

  /** Returns the requests in the annotations of the primary. */
  public PrimaryAnnotations annotations() {
    return primary.annotations();
  }

  /**
   * Returns the input of earlier failures, for a pass that fails before it knows its own input;
   * empty for none.
   */
  public String failingInput() {
    return failures.map(Backoff::inputDigest).orElse("");
  }

  /** Returns the outcome of a problem. A paused primary does not report its problems. */
  public ReleaseOutcome refused(String reason, String problem) {
    return wish instanceof Wish.Paused
        ? new ReleaseOutcome.Paused()
        : new ReleaseOutcome.Refused(reason, problem);
  }
}
