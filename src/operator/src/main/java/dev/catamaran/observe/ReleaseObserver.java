package dev.catamaran.observe;

import dev.catamaran.cluster.Contests;
import dev.catamaran.cluster.DriftDetector;
import dev.catamaran.cluster.Ownership;
import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.primary.Force;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.Believed;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineFailure.Immutable;
import dev.catamaran.release.FailureText;
import dev.catamaran.release.History;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Revision.Origin;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.release.UnreadableReleaseException;
import dev.catamaran.release.Wish;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.watch.DriftPolicy;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Second step of a pass: determines the state of the release. Answers from memory, except for a
 * lost release.
 */
public final class ReleaseObserver {
  private final ReleaseStore store;
  private final Beliefs beliefs;
  private final DriftDetector drift;
  private final Contests contests;
  private final DriftPolicy driftPolicy;
  private final ReadinessGate gate;
  private final PendingRevisions pending;
  private final Clock clock;

  public ReleaseObserver(
      ReleaseStore store,
      Beliefs beliefs,
      DriftDetector drift,
      Contests contests,
      DriftPolicy driftPolicy,
      ReadinessGate gate,
      PendingRevisions pending,
      Clock clock) {
    this.store = store;
    this.beliefs = beliefs;
    this.drift = drift;
    this.contests = contests;
    this.driftPolicy = driftPolicy;
    this.gate = gate;
    this.pending = pending;
    this.clock = clock;
  }

  /**
   * Input for one observation of a release, for a primary that is not being deleted.
   *
   * @param desired the release that its spec asks for
   * @param ownership the marks that its objects must carry
   * @param wish what it wants of its release at present
   * @param remembered what its status reports as deployed
   * @param failures of earlier passes, for any input
   * @param force the operations that may delete and create an object again
   */
  record Question(
      DesiredRelease desired,
      Ownership ownership,
      Wish wish,
      Optional<Deployed> remembered,
      Optional<Backoff> failures,
      Force force) {

    /** Whether a revision contains the desired objects. */
    boolean isAnsweredBy(Revision revision) {
      return revision.belongsTo(desired.primary())
          && switch (wish) {
            case Wish.StayAt(var number) -> revision.isCopyOf(number);
            case Wish.FollowSpec ignored -> revision.madeFrom(desired.inputDigest());
            case Wish.NewRevision ignored -> revision.madeFrom(desired.inputDigest());
            case Wish.Paused ignored -> true;
          };
    }

    boolean blamesTheInput() {
      return failures
          .filter(f -> f.inputDigest().equals(desired.inputDigest()) && f.toBlame() > 0)
          .isPresent();
    }
  }

  /**
   * Records each believed revision by its digest. If the report of an attempt was lost, another
   * client may have superseded its revision since, so this asks the API server.
   */
  public void settleBelief(ReleaseKey release, PrimaryIdentity primary) {
    if (beliefs.of(primary).attempt().isEmpty()) {
      noteBelieved(store.known(release), primary);
      return;
    }
    try {
      noteBelieved(store.refresh(release), primary);
      beliefs.endAttempt(primary);
    } catch (UnreadableReleaseException e) {
      // The attempt stays: a person may restore its revision.
    }
  }

  private void noteBelieved(History stored, PrimaryIdentity primary) {
    stored.revisions().stream()
        .filter(revision -> beliefs.covers(primary, revision))
        .toList()
        .forEach(revision -> beliefs.note(primary, revision));
  }

  private History readable(ReleaseKey release) {
    try {
      return store.refresh(release);
    } catch (UnreadableReleaseException e) {
      return History.none();
    }
  }

  /** Returns the request that the newest revision answers; empty if it answers none. */
  public String lastRequest(ReleaseKey release) {
    return store.known(release).latest().flatMap(Revision::origin).map(Origin::request).orElse("");
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
   * @throws UnreadableReleaseException if revisions are stored and none can be read
   */
  ReleaseState observe(Question question) {
    var primary = question.desired().primary();
    boolean isRetry = question.failures().isPresent();
    return newest(
            question.desired().release(), isRetry || hadRevisions(primary, question.remembered()))
        .map(latest -> state(latest, question))
        .orElseGet(() -> nothingStored(question.remembered()));
  }

  /** Observes the release of a primary that is being deleted. Its spec no longer matters. */
  ReleaseState observeDeleted(
      ReleaseKey release, PrimaryIdentity primary, Optional<Deployed> remembered) {
    var latest = newestReadable(release, hadRevisions(primary, remembered));
    if (latest.isEmpty()) {
      return nothingStored(remembered);
    }
    if (isForeign(latest.get(), primary, remembered)) {
      return new ReleaseState.Foreign(latest.get());
    }
    if (!latest.get().status().isPending() && !beliefs.covers(primary, latest.get())) {
      return new ReleaseState.Unbelieved(latest.get());
    }
    return latest.get().status().isPending()
        ? pending.state(latest.get())
        : new ReleaseState.OutOfSync(latest.get(), List.of());
  }

  /** Whether known objects name the primary as their owner. */
  boolean hasObjects(PrimaryIdentity primary) {
    return drift.isOwner(primary);
  }

  /**
   * Whether the operator stored revisions for this primary before. Not every one is reported as
   * deployed: a report can fail, but an attempt is recorded before it.
   */
  private boolean hadRevisions(PrimaryIdentity primary, Optional<Deployed> remembered) {
    return remembered.isPresent() || !beliefs.of(primary).equals(Believed.nothing());
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

  private Optional<Revision> newestReadable(ReleaseKey release, boolean mayBeStored) {
    try {
      return newest(release, mayBeStored);
    } catch (UnreadableReleaseException e) {
      return Optional.empty();
    }
  }

  private static ReleaseState nothingStored(Optional<Deployed> remembered) {
    return remembered.isPresent() ? new ReleaseState.Lost() : new ReleaseState.Absent();
  }

  private ReleaseState state(Revision latest, Question question) {
    if (isForeign(latest, question.desired().primary(), question.remembered())) {
      return new ReleaseState.Foreign(latest);
    }
    if (isDisbelieved(latest, question)) {
      return new ReleaseState.Unbelieved(latest);
    }
    if (!latest.status().isPending()
        && isInherited(latest, question.desired().primary(), question.remembered())) {
      return new ReleaseState.Inherited(latest);
    }
    return switch (latest.status()) {
      case PENDING_INSTALL, PENDING_UPGRADE, PENDING_ROLLBACK, UNINSTALLING ->
          pending.state(latest);
      case DEPLOYED -> deployed(latest, question);
      case UNINSTALLED -> new ReleaseState.Lost();
      case FAILED, UNKNOWN -> failed(latest, question);
      // Another client removed its successor, and with it any failure.
      case SUPERSEDED -> new ReleaseState.OutOfSync(latest, List.of());
    };
  }

  /**
   * Excludes pending revisions, which the operator waits for, and uninstalled ones, which have no
   * content to believe.
   */
  private boolean isDisbelieved(Revision latest, Question question) {
    return !latest.status().isPending()
        && latest.status() != RevisionStatus.UNINSTALLING
        && latest.status() != RevisionStatus.UNINSTALLED
        && !beliefs.covers(question.desired().primary(), latest);
  }

  private ReleaseState deployed(Revision latest, Question question) {
    var problem = latest.manifest().problem();
    if (problem.isPresent()) {
      return unreadable(latest, question, problem.get());
    }
    var drifts = contests.due(drift.find(latest, question.ownership()));
    boolean isCorrected = driftPolicy == DriftPolicy.CORRECT;
    if (!question.isAnsweredBy(latest)) {
      return new ReleaseState.OutOfSync(latest, isCorrected ? drifts : List.of());
    }
    var fit = gate.of(latest, question.remembered(), clock.instant());
    // Uncorrected drift does not prevent the trial of a revision.
    boolean isOnTrial = !(fit instanceof ReleaseState.InSync);
    if (!drifts.isEmpty() && (isCorrected || !isOnTrial)) {
      return new ReleaseState.Drifted(latest, drifts);
    }
    var contested = contests.over(latest);
    return contested.isEmpty() || isOnTrial ? fit : new ReleaseState.Contested(latest, contested);
  }

  /**
   * Handles an unreadable manifest. Helm may still upgrade from it, but the operator cannot
   * determine the state of its objects.
   */
  private static ReleaseState unreadable(Revision latest, Question question, String problem) {
    boolean isAsked =
        switch (question.wish()) {
          case Wish.NewRevision ignored -> true;
          case Wish.Paused ignored -> true;
          case Wish.FollowSpec ignored -> !question.isAnsweredBy(latest);
          case Wish.StayAt ignored -> !question.isAnsweredBy(latest);
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

  /** Demands remediation only for a failure that the input caused. Any other failure is retried. */
  private static ReleaseState failed(Revision latest, Question question) {
    if (latest.number() == 1) {
      return blames(latest, question)
          ? new ReleaseState.FailedInstall(latest)
          : new ReleaseState.Unfinished(latest);
    }
    if (question.blamesTheInput() && latest.isLiteral()) {
      return obstacle(latest, question.force().rollbacks())
          .<ReleaseState>map(found -> new ReleaseState.Obstructed(latest, found))
          .orElseGet(() -> new ReleaseState.FailedRollback(latest));
    }
    if (blames(latest, question)) {
      return obstacle(latest, question.force().upgrades())
          .<ReleaseState>map(found -> new ReleaseState.Obstructed(latest, found))
          .orElseGet(() -> new ReleaseState.FailedUpgrade(latest));
    }
    return new ReleaseState.OutOfSync(latest, List.<Drift>of());
  }

  /** A failure because of an unreachable API server says nothing about the input. */
  private static boolean blames(Revision failed, Question question) {
    return question.isAnsweredBy(failed) && question.blamesTheInput() && failed.blamesItsInput();
  }

  /** Returns the object that blocks the operation, if it may be deleted. */
  private static Optional<ObjectKey> obstacle(Revision failed, boolean mayRecreate) {
    return mayRecreate && FailureText.classify(failed.description()) instanceof Immutable immutable
        ? failed.manifest().readable().stream()
            .map(ManifestObject::key)
            .filter(key -> key.kind().equals(immutable.kind()))
            .filter(key -> key.name().equals(immutable.name()))
            .findFirst()
        : Optional.empty();
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
   * Whether the release has an earlier revision of the primary. The status may already vouch for a
   * revision, but not report it as deployed yet.
   */
  private boolean isMadeFromOurs(Revision revision, PrimaryIdentity primary) {
    boolean isPossible = beliefs.of(primary).vouchesForOneBefore(revision.number());
    return isPossible
        && readable(revision.release()).revisions().stream()
            .filter(earlier -> earlier.number() < revision.number())
            .anyMatch(earlier -> earlier.belongsTo(primary) && beliefs.covers(primary, earlier));
  }

  private static boolean isInherited(
      Revision revision, PrimaryIdentity primary, Optional<Deployed> remembered) {
    return revision.isInheritedBy(primary)
        || (revision.origin().isEmpty()
            && remembered.filter(d -> d.isInherited(revision)).isPresent());
  }
}
