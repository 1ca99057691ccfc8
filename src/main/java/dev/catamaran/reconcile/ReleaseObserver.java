package dev.catamaran.reconcile;

import dev.catamaran.cluster.DriftDetector;
import dev.catamaran.cluster.Ownership;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.Observation;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.status.ReleaseStatus.Deployed;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** Second step of a pass: in which state the release is. Answers from memory; makes no request. */
final class ReleaseObserver {
  /** Added to a release's timeout before a pending revision counts as abandoned whoever made it. */
  private static final Duration ALLOWANCE = Duration.ofMinutes(1);

  private final ReleaseStore store;
  private final DriftDetector drift;
  private final Supplier<Tenure> tenure;
  private final Duration timeout;
  private final Clock clock;

  ReleaseObserver(
      ReleaseStore store,
      DriftDetector drift,
      Supplier<Tenure> tenure,
      Duration timeout,
      Clock clock) {
    this.store = store;
    this.drift = drift;
    this.tenure = tenure;
    this.timeout = timeout;
    this.clock = clock;
  }

  /**
   * Observes the release of a primary that is wanted.
   *
   * @param remembered what the primary's status says is deployed
   * @param failures of earlier passes
   */
  Observation observe(
      DesiredRelease desired,
      Ownership ownership,
      Optional<Deployed> remembered,
      Optional<Backoff> failures) {
    var now = clock.instant();
    var history = store.known(desired.release());
    var state =
        history
            .latest()
            .map(latest -> state(latest, desired, ownership, remembered, now))
            .orElseGet(() -> nothingStored(remembered));
    var holdUntil = failures.flatMap(f -> f.holdUntil(desired.inputDigest(), now));
    return new Observation(state, holdUntil);
  }

  /**
   * Observes the release of a primary that is being deleted. What it asks for does not matter any
   * more.
   */
  ReleaseState observeDeleted(
      ReleaseKey release, PrimaryIdentity primary, Optional<Deployed> remembered) {
    var latest = store.known(release).latest();
    if (latest.isEmpty()) {
      return nothingStored(remembered);
    }
    if (isForeign(latest.get(), primary, remembered)) {
      return new ReleaseState.Foreign(latest.get());
    }
    return latest.get().status().isPending()
        ? held(latest.get(), clock.instant())
        : new ReleaseState.OutOfSync(latest.get());
  }

  private static ReleaseState nothingStored(Optional<Deployed> remembered) {
    return remembered.isPresent() ? new ReleaseState.Lost() : new ReleaseState.Absent();
  }

  private ReleaseState state(
      Revision latest,
      DesiredRelease desired,
      Ownership ownership,
      Optional<Deployed> remembered,
      Instant now) {
    if (isForeign(latest, desired.primary(), remembered)) {
      return new ReleaseState.Foreign(latest);
    }
    if (isInherited(latest, desired.primary(), remembered) && !latest.status().isPending()) {
      return new ReleaseState.Inherited(latest);
    }
    boolean current = latest.madeFrom(desired.inputDigest()) && latest.belongsTo(desired.primary());
    return switch (latest.status()) {
      case PENDING_INSTALL, PENDING_UPGRADE, PENDING_ROLLBACK, UNINSTALLING -> held(latest, now);
      case DEPLOYED -> current ? deployed(latest, ownership) : new ReleaseState.OutOfSync(latest);
      case UNINSTALLED -> new ReleaseState.Lost();
      case FAILED, UNKNOWN, SUPERSEDED ->
          current ? new ReleaseState.Failed(latest) : new ReleaseState.OutOfSync(latest);
    };
  }

  private ReleaseState deployed(Revision latest, Ownership ownership) {
    var drifts = drift.find(latest, ownership);
    return drifts.isEmpty()
        ? new ReleaseState.InSync(latest)
        : new ReleaseState.Drifted(latest, drifts);
  }

  private ReleaseState held(Revision pending, Instant now) {
    boolean abandoned =
        tenure.get().outlives(pending.writtenAt(), now)
            || now.isAfter(pending.writtenAt().plus(timeout).plus(ALLOWANCE));
    return abandoned ? new ReleaseState.Abandoned(pending) : new ReleaseState.Busy(pending);
  }

  /**
   * A primary that was made anew under its old name takes its old release over, and what a person
   * does to a release with Helm leaves it the primary's; any other release is none of its business.
   */
  private static boolean isForeign(
      Revision revision, PrimaryIdentity primary, Optional<Deployed> remembered) {
    return revision
        .origin()
        .map(origin -> !origin.primary().isReplacedBy(primary))
        .orElseGet(
            () ->
                !revision.isInheritedBy(primary)
                    && remembered.filter(d -> d.isBefore(revision)).isEmpty());
  }

  private static boolean isInherited(
      Revision revision, PrimaryIdentity primary, Optional<Deployed> remembered) {
    return revision.isInheritedBy(primary)
        || (revision.origin().isEmpty()
            && remembered.filter(d -> d.isInherited(revision)).isPresent());
  }
}
