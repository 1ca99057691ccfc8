package dev.catamaran.reconcile;

import dev.catamaran.release.Backoff;
import dev.catamaran.release.ReleaseOutcome;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The failures of each primary. Status keeps them over a restart; while the process runs this is
 * asked first, since the watch may not have brought our own last write back yet.
 */
final class Backoffs {
  private final Map<String, Optional<Backoff>> byUid = new ConcurrentHashMap<>();

  Optional<Backoff> of(String uid, Optional<Backoff> inStatus) {
    return byUid.getOrDefault(uid, inStatus);
  }

  /** Takes note of how a pass over {@code input} ended; returns the failures that there are now. */
  Optional<Backoff> note(
      String uid, ReleaseOutcome outcome, Optional<Backoff> before, String input, Instant now) {
    var after =
        switch (outcome) {
          case ReleaseOutcome.Failed ignored -> Optional.of(Backoff.after(before, input, now));
          case ReleaseOutcome.Hindered ignored ->
              Optional.of(Backoff.afterHindrance(before, input, now));
          case ReleaseOutcome.Held ignored -> before;
          case ReleaseOutcome.Waiting ignored -> before;
          case ReleaseOutcome.TakenOver ignored -> before;
          case ReleaseOutcome.Unlocked ignored -> before;
          case ReleaseOutcome.Stalled ignored -> before;
          case ReleaseOutcome.Blocked ignored -> before;
          case ReleaseOutcome.Paused ignored -> before;
          case ReleaseOutcome.RolledBack ignored -> before;
          case ReleaseOutcome.FailureRemoved ignored -> before;
          case ReleaseOutcome.Mended ignored -> before;
          case ReleaseOutcome.Lingering ignored -> before;
          // Whether it is any good is still to be seen: the next pass tells.
          case ReleaseOutcome.Installed ignored -> before;
          case ReleaseOutcome.Upgraded ignored -> before;
          case ReleaseOutcome.Progressing ignored -> before;
          case ReleaseOutcome.Tested ignored -> before;
          case ReleaseOutcome.DriftCorrected ignored -> before;
          case ReleaseOutcome.WentBack ignored -> Optional.<Backoff>empty();
          case ReleaseOutcome.Contested ignored -> Optional.<Backoff>empty();
          case ReleaseOutcome.DriftLeft ignored -> Optional.<Backoff>empty();
          case ReleaseOutcome.Kept ignored -> Optional.<Backoff>empty();
          case ReleaseOutcome.Refused ignored -> Optional.<Backoff>empty();
          case ReleaseOutcome.Uninstalled ignored -> Optional.<Backoff>empty();
        };
    byUid.put(uid, after);
    return after;
  }

  void forget(String uid) {
    byUid.remove(uid);
  }
}
