package dev.catamaran.reconcile;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.Ownership;
import dev.catamaran.execute.EngineFailures;
import dev.catamaran.manifest.Drift;
import dev.catamaran.observe.ObservationInput;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Primaries;
import dev.catamaran.primary.Primary;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.Budget;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.Observation;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseInput;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.Trusted;
import dev.catamaran.release.UnreadableReleaseException;
import dev.catamaran.release.Wish;
import dev.catamaran.report.Consequence;
import dev.catamaran.report.Demands;
import dev.catamaran.report.Hold;
import dev.catamaran.report.NextPass;
import dev.catamaran.report.StatusChanges;
import dev.catamaran.status.PrimaryGoneException;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.telemetry.CurrentPass;
import dev.catamaran.telemetry.ReleaseMeters.Repair;
import dev.catamaran.telemetry.Step;
import dev.catamaran.telemetry.Steps;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass over a primary: sees what its spec asks for and what there is, decides the one action
 * that follows, acts, and reports. A pass does a single step; what is left is for the next one.
 * {@link Removal} is the pass over a primary that is being deleted.
 *
 * <p>Before: the status is the newest that this process wrote or saw, with what another client
 * dropped of it; the failures are those of earlier passes; the trusted revisions are those of this
 * status, with those that no status has yet. After: Events, log and status say what happened. If
 * there is nothing to do and all objects are watched, a pass calls, renders and writes nothing.
 *
 * <p>Each failure of {@link #attempt} becomes an outcome, and so a report:
 *
 * <ul>
 *   <li>a wrong spec, annotation, value or chart is {@code Refused}; what is deployed is repaired
 *       nevertheless, unless that is what is wrong, or cannot be read
 *   <li>what Helm or the API server refuses of the action is {@code Failed} or {@code Refused} if
 *       the input is to blame, and {@code Hindered} or {@code Waiting} if not
 *   <li>all else, also a defect of the operator, is {@code Hindered} or {@code Waiting}, and blames
 *       no input
 * </ul>
 *
 * A primary that is gone has no report: what the pass made for it is uninstalled. If the API server
 * does not answer, or refuses, in {@link #begin} or in {@link #report}, the exception ends the pass
 * without a report, and the SDK repeats it.
 *
 * <p>The caller runs one pass over a primary at a time, and the next one after the delay that
 * {@link #run} returns, or earlier after an event.
 *
 * @param kind what all passes over its kind share
 * @param primary in its present state
 * @param before the newest status
 * @param wish what the primary wants of its release
 * @param failures of earlier passes, for any input
 * @param release the place of its release, as far as that is known
 */
record Pass(
    ChartKind kind,
    Primary primary,
    ReleaseStatus before,
    Wish wish,
    Optional<Backoff> failures,
    ReleaseKey release) {
  private static final Logger log = LoggerFactory.getLogger(Pass.class);

  private static final ReleaseOutcome GOING =
      new ReleaseOutcome.Waiting("the custom resource is being deleted");

  /**
   * The next step, and what it is made from.
   *
   * @param desired the release that the spec asks for
   * @param input the input for the failure count
   */
  private record Decided(ReleaseAction action, DesiredRelease desired, String input) {}

  /**
   * An outcome.
   *
   * @param input the input for the failure count
   * @param asked digest of the input that the spec asks for, blank if no release can be made of it;
   *     empty if that is not known
   */
  record Result(ReleaseOutcome outcome, String input, Optional<String> asked) {}

  /** Returns the result of a pass, as {@code work} does it. */
  static <T> T over(ChartKind kind, OfKind object, Function<Pass, T> work) {
    return kind.trust.during(Primaries.identity(object), () -> work.apply(begin(kind, object)));
  }

  private static Pass begin(ChartKind kind, OfKind object) {
    var primary = Primary.of(object, kind.source.denied());
    var annotations = primary.annotations();
    var identity = primary.identity();
    var uid = identity.uid();
    var shown =
        ReleaseStatus.read(
            kind.status.newest(object),
            kind.shared.clock().instant(),
            Primaries.generation(object));
    var before = kind.reports.recall(uid, shown);
    var release = kind.places.known(primary, before.deployed());
    kind.trust.begin(
        identity,
        before.trusted(),
        trusted -> kind.reporter.announce(object, before.trusting(trusted)));
    kind.observer.settleTrust(release, identity);
    // Failures of an upgrade, rollback or uninstall may quote secrets of a stored revision.
    kind.secrets.remember(uid, kind.observer.secretsOf(release));
    return new Pass(
        kind,
        primary,
        before,
        annotations.wish(before.answered(), kind.observer.lastRequest(release)),
        annotations.asksForReset(before.answered())
            ? Optional.empty()
            : kind.reports.failures(uid, shown),
        release);
  }

  /** Does the work of the pass. Returns the delay of the next one. */
  Duration run() {
    try {
      return report(attempt());
    } catch (PrimaryGoneException e) {
      return new Removal(this).takeDown();
    }
  }

  /** Does the work of the pass, and reports nothing. */
  ChartReconciler.Trial tryOut() {
    var result = attempt();
    boolean hasFailed =
        failures
            .filter(failed -> failed.count() > failed.hindered())
            .filter(failed -> ReleaseInput.isSame(failed.inputDigest(), result.input()))
            .isPresent();
    return new ChartReconciler.Trial(result.outcome(), hold(before, result.asked()), hasFailed);
  }

  OfKind object() {
    return primary.object();
  }

  PrimaryIdentity identity() {
    return primary.identity();
  }

  Ownership ownership() {
    return kind.ownership(identity(), release);
  }

  /**
   * Sees, decides and acts. Turns every failure into an outcome that the status can report.
   *
   * @throws PrimaryGoneException if the primary no longer exists
   */
  private Result attempt() {
    try {
      var decided = Steps.run("decide", this::decide);
      var outcome = caring(act(decided.action(), decided.desired()));
      return new Result(outcome, decided.input(), Optional.of(decided.desired().inputDigest()));
    } catch (InvalidPrimaryException e) {
      var refused = refused(e.reason(), e.problem());
      return new Result(e.isOfStored() ? refused : caring(refused), "", Optional.of(""));
    } catch (UnreadableReleaseException e) {
      var problem = String.valueOf(e.getMessage());
      return new Result(refused(Reasons.RELEASE_UNREADABLE, problem), "", Optional.empty());
    } catch (PrimaryGoneException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      var input = failures.map(Backoff::inputDigest).orElse("");
      return new Result(
          EngineFailures.unexpected(FailedStep.RECONCILE, e), input, Optional.empty());
    }
  }

  // See, and decide.

  private Decided decide(Step step) throws InvalidPrimaryException {
    Primaries.requireReadable(object());
    kind.rights.checkAccount(primary);
    var desired =
        kind.adoption.limited(
            kind.desired.from(
                primary,
                kind.places.of(primary, before.deployed()),
                primary.annotations().reconcileAt()));
    var present = kind.observer.wish(wish, primary, desired, kind.editions);
    var given =
        new ObservationInput(
            desired,
            kind.ownership(desired.primary(), desired.release()),
            present,
            before.deployed(),
            failures,
            isRollbackFailed());
    var observed = kind.observer.observe(given, kind.trustsStored());
    var considered = kind.adoption.considered(observed, primary.annotations());
    var state =
        present instanceof Wish.Paused
            ? considered
            : kind.storedPlaces.checked(considered, desired);
    if (observed instanceof ReleaseState.Foreign(var current) && !considered.equals(observed)) {
      // The primary asks for this adoption, and an administrator allows it.
      kind.trust.note(desired.primary(), current);
    }
    var now = kind.shared.clock().instant();
    var budget = Budget.of(failures, given.input(), kind.source.remediation(), delays(), now);
    // A paused one waits for nobody else.
    var unmet =
        present instanceof Wish.Paused ? List.<String>of() : kind.dependencies.unmet(primary);
    var action = kind.decision.next(present, new Observation(state, budget, unmet));
    tell(step, state, action.title());
    return new Decided(action, desired, given.input());
  }

  /** False if the report of a later failure was lost: it may be that of an upgrade. */
  private boolean isRollbackFailed() {
    return failures.equals(before.failures())
        && before.says(Reasons.RELEASE_FAILED, Reasons.ROLLBACK_ERROR);
  }

  static void tell(Step step, ReleaseState state, String action) {
    step.attribute("catamaran.state", state.getClass().getSimpleName())
        .attribute("catamaran.action", action);
  }

  // Act.

  private ReleaseOutcome act(ReleaseAction action, DesiredRelease desired) {
    if (mustWait(action)) {
      return GOING;
    }
    var place = desired.release();
    var ownership = kind.ownership(identity(), place);
    return kind.extensions
        .before(object(), action, desired)
        .orElseGet(() -> kind.writer(primary, place).execute(action, desired, ownership));
  }

  /**
   * Repairs what is deployed, while the spec cannot be followed: objects that are in the release's
   * namespace, or that watches.yaml allows.
   */
  private ReleaseOutcome caring(ReleaseOutcome refused) {
    if (!(refused instanceof ReleaseOutcome.Refused)) {
      return refused;
    }
    try {
      return kind.observer
          .deployed(release, ownership())
          .map(state -> repaired(state, refused))
          .filter(ReleaseOutcome.CurrentRepaired.class::isInstance)
          .orElse(refused);
    } catch (KubernetesClientException | EngineException e) {
      return EngineFailures.unexpected(FailedStep.RECONCILE, e);
    }
  }

  private ReleaseOutcome repaired(ReleaseState.OutOfSync state, ReleaseOutcome refused) {
    var drifts = state.drifts().stream().filter(this::mayRepair).toList();
    var repair = new ReleaseAction.RepairCurrent(state.current(), drifts, refused);
    return mustWait(repair) ? GOING : kind.writer(primary, release).repair(repair, ownership());
  }

  private boolean mustWait(ReleaseAction action) {
    return action.makesMissing() && kind.shared.reports().finalizers().isGoing(object());
  }

  private boolean mayRepair(Drift drift) {
    return drift.key().namespace().equals(release.namespace())
        || kind.rights.placement().places().stream().anyMatch(place -> place.covers(drift.key()));
  }

  /** Returns the outcome of a problem. A paused primary does not report its problems. */
  private ReleaseOutcome refused(String reason, String problem) {
    return wish instanceof Wish.Paused
        ? new ReleaseOutcome.Paused()
        : new ReleaseOutcome.Refused(reason, problem);
  }

  // Report.

  /** Reports what a pass did. Returns the delay until the next one. */
  Duration report(Result result) {
    var outcome = result.outcome();
    var follows = consequence(outcome, result.asked());
    var now = kind.shared.clock().instant();
    var failing = follows.failures(failures, result.input(), now);
    var conditions = kind.extensions.after(object(), follows.made(), follows.status().conditions());
    var after =
        StatusChanges.attempted(
                follows.status().with(conditions),
                outcome,
                failing,
                kind.source.remediation(),
                delays())
            .trusting(
                outcome instanceof ReleaseOutcome.Uninstalled
                    ? Trusted.nothing()
                    : kind.trust.of(identity()).newest(kind.remembered()))
            .failing(failing)
            .answering(primary.annotations().answered(before.answered(), outcome))
            .observing(Primaries.generation(object()));
    kind.reports.note(identity().uid(), after);
    var wait = follows.notices().isEmpty() ? after.mayWait(before, now) : Duration.ZERO;
    if (wait.isZero()) {
      kind.reporter.report(object(), follows.notices(), before, after);
    }
    end(follows);
    var period = primary.annotations().period().orElse(kind.period);
    var due = follows.next().delay(new NextPass.Situation(period, failing, delays(), now));
    var next = wait.isZero() || due.compareTo(wait) < 0 ? due : wait;
    boolean isAtRest =
        outcome instanceof ReleaseOutcome.Kept
            && next.equals(period)
            && kind.watchesAllInputs(primary, release);
    return kind.resting.end(object(), isAtRest, next);
  }

  /**
   * Reports the outcome of the last pass over a primary, and forgets it. Writes no status: the
   * primary disappears with the operator's finalizer.
   */
  void reportLast(ReleaseOutcome outcome) {
    var follows = consequence(outcome, Optional.empty());
    kind.reporter.tell(object(), follows.notices(), before, follows.status());
    end(follows);
    kind.forget(object());
  }

  private void end(Consequence follows) {
    kind.trust.end(identity());
    kind.extensions.tell(object(), release, follows.news());
  }

  private Consequence consequence(ReleaseOutcome outcome, Optional<String> asked) {
    var name = outcome.getClass().getSimpleName();
    log.debug("{}", name);
    kind.reporter.reportDeleted(object(), kind.trust.deletions(identity()));
    var step = Step.current().attribute("catamaran.outcome", name);
    if (outcome instanceof ReleaseOutcome.Failed failed) {
      step.fails(Reasons.of(failed.step()));
    } else if (outcome instanceof ReleaseOutcome.Hindered hindered) {
      step.fails(hindered.reason());
    }
    var annotations = primary.annotations();
    var follows = kind.consequences.of(outcome, before, annotations);
    var hold = hold(follows.status(), asked);
    var told = Demands.tell(follows, annotations, kind.editions.pending(primary, release), hold);
    CurrentPass.endsIn(told.metric());
    told.corrections().forEach(one -> kind.meters.repaired(Repair.valueOf(one.how().name())));
    return told;
  }

  /**
   * Returns who keeps the release from its spec; nobody once the primary is being deleted, except
   * for a pause that the deletion waits for.
   */
  private Optional<Hold> hold(ReleaseStatus status, Optional<String> asked) {
    if (object().isMarkedForDeletion()) {
      return wish instanceof Wish.Paused ? Optional.of(Hold.ofDeletion()) : Optional.empty();
    }
    if (asked.isEmpty()) {
      return Hold.told(before);
    }
    var pending = kind.editions.pending(primary, release);
    return Hold.of(primary.annotations(), pending, status.deployed(), asked.get());
  }

  private Backoff.Delays delays() {
    return count -> kind.retry.delay(count, identity().uid());
  }
}
