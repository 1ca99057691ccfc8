package dev.catamaran.observe;

import dev.catamaran.manifest.Drift;
import dev.catamaran.release.Extent;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.Revision;
import dev.catamaran.status.ReleaseStatus.Deployed;
import java.util.List;

/** The state of a release with a failed newest revision. */
final class FailedRevision {
  private FailedRevision() {}

  /** Demands remediation only for a failure that the input caused. Any other failure is retried. */
  static ReleaseState of(Revision latest, ObservationInput given) {
    if (latest.number() == 1) {
      return blames(latest, given)
          ? new ReleaseState.FailedInstall(latest, extent(latest, given))
          : new ReleaseState.Unfinished(latest);
    }
    if (given.blamesTheInputOfAnyForce() && latest.isLiteral()) {
      // After a hindrance, a later rollback failed before Helm stored a revision.
      return given.isRollbackFailed() && !latest.blamesItsInput()
          ? new ReleaseState.Irreversible(latest)
          : new ReleaseState.FailedRollback(latest);
    }
    if (blames(latest, given)) {
      return given.isRollbackFailed()
          ? new ReleaseState.Irreversible(latest)
          : new ReleaseState.FailedUpgrade(latest, deployed(given));
    }
    return new ReleaseState.OutOfSync(latest, List.<Drift>of());
  }

  /**
   * The status reports no first revision that fails before it is deployed: then it still reports a
   * release whose Secrets were lost.
   */
  private static Extent extent(Revision failed, ObservationInput given) {
    return given.remembered().isPresent() && !failed.isMarkedFailed()
        ? Extent.ATTEMPT_OVER_LOST_RELEASE
        : Extent.ATTEMPT;
  }

  /** A revision on trial may be the failed one. */
  private static int deployed(ObservationInput given) {
    return given
        .remembered()
        .filter(reported -> !reported.onTrial())
        .map(Deployed::revision)
        .orElse(0);
  }

  /** A failure because of an unreachable API server says nothing about the input. */
  private static boolean blames(Revision failed, ObservationInput given) {
    return given.isAnsweredBy(failed) && given.blamesTheInput() && failed.blamesItsInput();
  }
}
