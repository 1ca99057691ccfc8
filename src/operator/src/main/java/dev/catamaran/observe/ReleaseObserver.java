package dev.catamaran.observe;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.desired.Editions;
import dev.catamaran.manifest.Drift;
import dev.catamaran.primary.Pending;
import dev.catamaran.primary.Primary;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.History;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Revision.Origin;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.release.Trusted;
import dev.catamaran.release.UnreadableReleaseException;
import dev.catamaran.release.Wish;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.watch.Watch.DriftPolicy;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Second step of a pass: determines the state of the release. Answers from memory, except for a
 * lost release.
 */
public record ReleaseObserver(
    ReleaseStore store,
    TrustedRevisions trust,
    ReleaseObjects objects,
    DriftPolicy driftPolicy,
    ReadinessGate gate,
    PendingRevisions pending,
    Clock clock) {

  /**
   * Records each trusted revision by its digest. If the report of an attempt was lost, another
   * client may have superseded its revision since, so this asks the API server.
   */
  public void settleTrust(ReleaseKey release, PrimaryIdentity primary) {
    if (!trust.isAttempting(primary)) {
      trust.noteCovered(primary, store.known(release));
      return;
    }
    // Until its call returns, an attempt may still store a revision.
    boolean isOver = !pending.calls().isRunning(release);
    try {
      trust.noteCovered(primary, store.refresh(release));
      if (isOver) {
        trust.endAttempt(primary);
      }
    } catch (UnreadableReleaseException e) {
      // The attempt stays: a person may restore its revision.
    }
  }

  /** Returns the request that the newest revision answers; empty if it answers none. */
  public String lastRequest(ReleaseKey release) {
    return store.known(release).latest().flatMap(Revision::origin).map(Origin::request).orElse("");
  }

  /** Returns the wish, unless rollouts of its kind keep the release at a revision. */
  public Wish wish(Wish wish, Primary primary, DesiredRelease desired, Editions editions) {
    var release = desired.release();
    boolean isOfSpec =
        wish instanceof Wish.FollowSpec
            // A person has approved other changes than the one that a new revision would bring.
            || (wish instanceof Wish.NewRevision
                && editions.pending(primary, release).filter(Pending::isOfPlan).isPresent());
    if (!isOfSpec) {
      return wish;
    }
    return editions
        .present(
            primary,
            () -> trusted(store.known(release), desired),
            () -> trusted(store.refresh(release), desired))
        .<Wish>map(revision -> new Wish.StayAt(revision.restored()))
        .orElse(wish);
  }

  private History trusted(History history, DesiredRelease desired) {
    return new History(
        history.revisions().stream()
            .filter(revision -> trust.covers(desired.primary(), revision))
            .toList());
  }

  /**
   * Returns the newest revision with its drift, if it is a good one of the primary: what is
   * deployed is repaired while the spec cannot be followed.
   */
  public Optional<ReleaseState.OutOfSync> deployed(ReleaseKey release, Ownership ownership) {
    var primary = ownership.primary();
    return driftPolicy != DriftPolicy.CORRECT
        ? Optional.empty()
        : store
            .known(release)
            .latest()
            .filter(revision -> revision.status() == RevisionStatus.DEPLOYED)
            .filter(revision -> revision.belongsTo(primary) && trust.covers(primary, revision))
            .filter(revision -> revision.manifest().problem().isEmpty())
            .map(
                revision ->
                    new ReleaseState.OutOfSync(revision, objects.drifts(revision, ownership)));
  }

  /** Returns the values of its known revisions that no message may contain. */
  public SecretTexts secretsOf(ReleaseKey release) {
    return store.known(release).revisions().stream()
        .map(Revision::secrets)
        .reduce(SecretTexts.none(), SecretTexts::and);
  }

  /**
   * Observes the release of a primary that is not being deleted.
   *
   * @param trustsStored whether what a status does not report is trusted, as if it had passed: an
   *     administrator's word stands for it
   * @throws UnreadableReleaseException if revisions are stored and none can be read
   */
  public ReleaseState observe(ObservationInput given, boolean trustsStored) {
    var state = observe(given);
    if (!(state instanceof ReleaseState.Unreported(var current)) || !trustsStored) {
      return state;
    }
    trustStored(given.desired().release(), given.desired().primary(), given.remembered());
    return observe(given.remembering(current));
  }

  ReleaseState observe(ObservationInput given) {
    var primary = given.desired().primary();
    boolean isRetry = given.failures().isPresent();
    return newest(given.desired().release(), isRetry || hadRevisions(primary, given.remembered()))
        .map(latest -> state(latest, given))
        .orElseGet(() -> nothingStored(given.remembered()));
  }

  /**
   * Observes the release of a primary that is being deleted. Its spec no longer matters.
   *
   * @param hasFailed whether an action failed before: revisions may be stored that no watch shows
   * @param trustsStored see {@link #observe(ObservationInput, boolean)}
   */
  public ReleaseState observeDeleted(
      ReleaseKey release,
      PrimaryIdentity primary,
      Optional<Deployed> remembered,
      boolean hasFailed,
      boolean trustsStored) {
    var state = observeDeleted(release, primary, remembered, hasFailed);
    if (!(state instanceof ReleaseState.Unreported) || !trustsStored) {
      return state;
    }
    trustStored(release, primary, remembered);
    return observeDeleted(release, primary, remembered, hasFailed);
  }

  ReleaseState observeDeleted(
      ReleaseKey release,
      PrimaryIdentity primary,
      Optional<Deployed> remembered,
      boolean hasFailed) {
    Optional<Revision> latest;
    try {
      latest = newest(release, hasFailed || hadRevisions(primary, remembered));
    } catch (UnreadableReleaseException e) {
      // The status names a revision although none was ever deployed: an installation failed.
      return trust.of(primary).digests().isEmpty()
          ? nothingStored(remembered)
          : new ReleaseState.Lost();
    }
    if (latest.isEmpty()) {
      return nothingStored(remembered);
    }
    if (isForeign(latest.get(), primary, remembered)) {
      return new ReleaseState.Foreign(latest.get());
    }
    if (!latest.get().status().isPending() && !trust.covers(primary, latest.get())) {
      return unconfirmed(latest.get(), primary);
    }
    return latest.get().status().isPending()
        ? pending.state(latest.get())
        : new ReleaseState.OutOfSync(latest.get(), List.of());
  }

  /** Whether known objects name the primary as their owner. */
  public boolean hasObjects(PrimaryIdentity primary) {
    return objects.isOwner(primary);
  }

  /**
   * Whether the operator stored revisions for this primary before. Not every one is reported as
   * deployed: a report can fail, but an attempt is recorded before it.
   */
  private boolean hadRevisions(PrimaryIdentity primary, Optional<Deployed> remembered) {
    return remembered.isPresent() || !trust.of(primary).equals(Trusted.nothing());
  }

  /**
   * Superseded revisions are not in memory, and their successors may be gone: another client, or
   * this operator, removed them. Asks the API server if memory has no revision of the release.
   *
   * @param mayBeStored false saves the request before the first installation
   */
  private Optional<Revision> newest(ReleaseKey release, boolean mayBeStored) {
    var known = store.known(release).latest();
    return known.isEmpty() && mayBeStored ? store.refresh(release).latest() : known;
  }

  private static ReleaseState nothingStored(Optional<Deployed> remembered) {
    return remembered.isPresent() ? new ReleaseState.Lost() : new ReleaseState.Absent();
  }

  private ReleaseState state(Revision latest, ObservationInput given) {
    if (isForeign(latest, given.desired().primary(), given.remembered())) {
      return new ReleaseState.Foreign(latest);
    }
    if (isDistrusted(latest, given)) {
      return unconfirmed(latest, given.desired().primary());
    }
    if (!latest.status().isPending()
        && isInherited(latest, given.desired().primary(), given.remembered())) {
      return new ReleaseState.Inherited(latest);
    }
    return switch (latest.status()) {
      case PENDING_INSTALL, PENDING_UPGRADE, PENDING_ROLLBACK, UNINSTALLING ->
          pending.state(latest);
      case DEPLOYED -> deployed(latest, given);
      case UNINSTALLED -> new ReleaseState.Lost();
      case FAILED, UNKNOWN -> FailedRevision.of(latest, given);
      // Another client removed its successor, and with it any failure.
      case SUPERSEDED -> new ReleaseState.OutOfSync(latest, List.of());
    };
  }

  /**
   * Whether the primary may not use a release. A primary that is created again under its old name
   * adopts its old release. A release that a person changes with Helm remains the primary's. Any
   * other release is foreign.
   */
  private boolean isForeign(
      Revision revision, PrimaryIdentity primary, Optional<Deployed> remembered) {
    return revision
        .origin()
        .map(origin -> !origin.primary().isReplacedBy(primary))
        .orElseGet(
            () ->
                !revision.isInheritedBy(primary)
                    && remembered.filter(d -> d.isBefore(revision)).isEmpty()
                    && !isMadeFromOurs(revision, primary));
  }

  /**
   * Whether the release has an earlier revision of the primary. The status may already name a
   * revision, but not report it as deployed yet.
   */
  private boolean isMadeFromOurs(Revision revision, PrimaryIdentity primary) {
    boolean isPossible = trust.of(primary).namesOneBefore(revision.number());
    return isPossible
        && readable(revision.release()).revisions().stream()
            .filter(earlier -> earlier.number() < revision.number())
            .anyMatch(earlier -> earlier.belongsTo(primary) && trust.covers(primary, earlier));
  }

  private boolean isInherited(
      Revision revision, PrimaryIdentity primary, Optional<Deployed> remembered) {
    return revision.isInheritedBy(primary)
        || (revision.origin().isEmpty()
            && remembered.filter(d -> d.isInherited(revision)).isPresent());
  }

  private History readable(ReleaseKey release) {
    try {
      return store.refresh(release);
    } catch (UnreadableReleaseException e) {
      return History.none();
    }
  }

  private ReleaseState unconfirmed(Revision latest, PrimaryIdentity primary) {
    return trust.of(primary).isSilent()
        ? new ReleaseState.Unreported(latest)
        : new ReleaseState.Untrusted(latest);
  }

  /**
   * Trusts the stored revisions of a primary in their present form: an administrator names them.
   */
  private void trustStored(
      ReleaseKey release, PrimaryIdentity primary, Optional<Deployed> remembered) {
    store.refresh(release).revisions().stream()
        .filter(revision -> !isForeign(revision, primary, remembered))
        .forEach(revision -> trust.note(primary, revision));
  }

  /**
   * Excludes pending revisions, which the operator waits for, and uninstalled ones, which have no
   * content to trust. Without a word in the status, neither is of the operator.
   */
  private boolean isDistrusted(Revision latest, ObservationInput given) {
    if (trust.of(given.desired().primary()).isSilent()) {
      return !latest.status().isPending()
          || pending.state(latest) instanceof ReleaseState.Abandoned;
    }
    return !latest.status().isPending()
        && latest.status() != RevisionStatus.UNINSTALLING
        && latest.status() != RevisionStatus.UNINSTALLED
        && !trust.covers(given.desired().primary(), latest);
  }

  private ReleaseState deployed(Revision latest, ObservationInput given) {
    var problem = latest.manifest().problem();
    if (problem.isPresent()) {
      return unreadable(latest, given, problem.get());
    }
    var drifts = objects.drifts(latest, given.ownership());
    boolean isCorrected = driftPolicy == DriftPolicy.CORRECT;
    if (!given.isAnsweredBy(latest)) {
      return new ReleaseState.OutOfSync(latest, isCorrected ? drifts : List.of());
    }
    if (given.remembered().filter(reported -> reported.names(latest)).isEmpty()) {
      return new ReleaseState.Uncompleted(latest);
    }
    var fit = gate.of(latest, given.remembered(), clock.instant());
    // Uncorrected drift does not prevent the trial of a revision, nor the report that it passed.
    boolean isOnTrial = gate.isOutstanding(latest, given.remembered());
    if (!drifts.isEmpty() && (!isOnTrial || (isCorrected && isKnown(drifts)))) {
      return new ReleaseState.Drifted(
          latest, drifts, isCorrected ? objects.besidesRefused(drifts) : List.of());
    }
    var contested = objects.contests(latest);
    return contested.isEmpty() || isOnTrial ? fit : new ReleaseState.Contested(latest, contested);
  }

  /**
   * Without a watch, only a repair finds out whether an object drifted, and no repair creates an
   * object of an unserved kind: the trial comes first.
   */
  private static boolean isKnown(List<Drift> drifts) {
    return !drifts.stream()
        .allMatch(drift -> drift instanceof Drift.Unwatched || drift instanceof Drift.Unserved);
  }

  /**
   * Handles an unreadable manifest. Helm may still upgrade from it, but the operator cannot
   * determine the state of its objects.
   */
  private static ReleaseState unreadable(Revision latest, ObservationInput given, String problem) {
    boolean isAsked =
        switch (given.wish()) {
          case Wish.NewRevision ignored -> true;
          case Wish.Paused ignored -> true;
          case Wish.FollowSpec ignored -> !given.isAnsweredBy(latest);
          case Wish.StayAt ignored -> !given.isAnsweredBy(latest);
        };
    if (isAsked) {
      return new ReleaseState.OutOfSync(latest, List.of());
    }
    throw new UnreadableReleaseException(
        "the manifest of revision %d of release %s cannot be read: %s. Change the spec so that what the chart renders can be read. If Helm cannot read the manifest either, delete the Secret sh.helm.release.v1.%s.v%d: the release is installed over what is there"
            .formatted(
                latest.number(),
                latest.release(),
                problem,
                latest.release().name(),
                latest.number()));
  }
}
