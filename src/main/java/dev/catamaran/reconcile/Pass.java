package dev.catamaran.reconcile;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.Wish;
import dev.catamaran.status.ReleaseStatus;
import java.util.Optional;

/**
 * What a pass over a primary begins with.
 *
 * @param primary as it is now
 * @param annotations what they ask for
 * @param before the newest status, also if the watch has not brought it back yet
 * @param wish what the primary wants of its release
 * @param failures of earlier passes, of whatever input
 * @param delays how long to wait after failures
 * @param release where its release is, as far as that is known
 */
record Pass(
    OfKind primary,
    PrimaryAnnotations annotations,
    ReleaseStatus before,
    Wish wish,
    Optional<Backoff> failures,
    Backoff.Delays delays,
    ReleaseKey release) {

  PrimaryIdentity identity() {
    return Primaries.identity(primary);
  }

  /** What failed before, where a pass does not get to know what it is about; empty for nothing. */
  String failingInput() {
    return failures.map(Backoff::inputDigest).orElse("");
  }

  /** Whoever asked to leave it alone need not be told what is wrong with it. */
  ReleaseOutcome refused(String reason, String problem) {
    return wish instanceof Wish.Paused
        ? new ReleaseOutcome.Paused()
        : new ReleaseOutcome.Refused(reason, problem);
  }
}
