package dev.catamaran.reconcile;

import static dev.catamaran.release.ReleaseOutcome.FailedStep.INSTALL;
import static dev.catamaran.release.ReleaseOutcome.FailedStep.UPGRADE;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.desired.ReleasePlaces;
import dev.catamaran.extension.Extensions;
import dev.catamaran.observe.ReleaseObserver;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.primary.KnownSecrets;
import dev.catamaran.primary.Pass;
import dev.catamaran.primary.Pending;
import dev.catamaran.primary.Primaries;
import dev.catamaran.primary.Primary;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.RemediationPolicy;
import dev.catamaran.release.Trusted;
import dev.catamaran.report.Backoffs;
import dev.catamaran.report.Consequence;
import dev.catamaran.report.Consequences;
import dev.catamaran.report.Demands;
import dev.catamaran.report.Hold;
import dev.catamaran.report.LastReports;
import dev.catamaran.report.NextPass;
import dev.catamaran.report.OutcomeMeters;
import dev.catamaran.report.ReleaseReporter;
import dev.catamaran.report.StatusChanges;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.telemetry.Step;
import dev.catamaran.watch.DeniedAnnotations;
import dev.catamaran.watch.RetryPolicy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins and ends the passes over the primaries of one kind.
 *
 * @param denied annotations that have no effect
 * @param pending why a rollout lets the release of a primary wait
 * @param resting the primaries that need nothing
 * @param watchesAllInputs whether each change of what a pass depends on wakes its primary
 * @param remembered how many revisions the status names
 * @param period time between two passes over a primary without events
 * @param retry when failed actions are retried
 * @param remediation how often one input is tried
 */
record PassLifecycle(
    DeniedAnnotations denied,
    Function<Pass, Optional<Pending>> pending,
    RestingPrimaries resting,
    Predicate<Pass> watchesAllInputs,
    ReleasePlaces places,
    ReleaseObserver observer,
    TrustedRevisions trust,
    int remembered,
    Extensions extensions,
    Consequences consequences,
    ReleaseReporter reporter,
    OutcomeMeters meters,
    KnownSecrets secrets,
    Duration period,
    RetryPolicy retry,
    RemediationPolicy remediation,
    Clock clock,
    Backoffs backoffs,
    LastReports reports) {
  private static final Logger log = LoggerFactory.getLogger(PassLifecycle.class);

  Pass begin(OfKind object) {
    var primary = Primary.of(object, denied);
    var annotations = primary.annotations();
    var identity = primary.identity();
    var shown =
        ReleaseStatus.read(
            reporter.newestStatus(object), clock.instant(), Primaries.generation(object));
    var before = reports.recall(identity.uid(), shown);
    var release = places.known(primary, before.deployed());
    trust.begin(
        identity, before.trusted(), trusted -> reporter.announce(object, before.trusting(trusted)));
    observer.settleTrust(release, identity);
    var wish = annotations.wish(before.answered(), observer.lastRequest(release));
    var uid = identity.uid();
    // Failures of an upgrade, rollback or uninstall may quote secrets of a stored revision.
    secrets.remember(uid, observer.secretsOf(release));
    return new Pass(
        primary,
        before,
        wish,
        failures(primary, before),
        failures -> retry.delay(failures, uid),
        release);
  }

  private Optional<Backoff> failures(Primary primary, ReleaseStatus before) {
    var uid = primary.identity().uid();
    if (primary.annotations().asksForReset(before.answered())) {
      backoffs.forget(uid);
      return Optional.empty();
    }
    return backoffs.of(uid, before.failures());
  }

  /**
   * Ends a pass: reports the outcome. Returns the delay until the next pass.
   *
   * @param input the input for the failure count
   * @param asked digest of the input that the spec asks for, blank if no release can be made of it;
   *     empty if that is not known
   */
  Duration end(Pass pass, ReleaseOutcome outcome, String input, Optional<String> asked) {
    var primary = pass.object();
    var follows = consequences(pass, outcome, asked);
    var now = clock.instant();
    var failing =
        backoffs.note(
            primary.getMetadata().getUid(), follows.effect(), pass.failures(), input, now);
    var conditions = extensions.after(primary, follows.made(), follows.status().conditions());
    var status = follows.status().with(conditions);
    var after =
        failing
            .map(f -> attempted(status, outcome, f, f.due(pass.delays())))
            .orElse(status)
            .trusting(trusted(pass, outcome))
            .failing(failing)
            .answering(pass.annotations().answered(pass.before().answered(), outcome))
            .observing(Primaries.generation(primary));
    reports.note(pass.identity().uid(), after);
    reporter.reportRemoved(primary, trust.removed(pass.identity()));
    reporter.reportDeleted(primary, trust.deleted(pass.identity()));
    var wait = follows.notices().isEmpty() ? after.mayWait(pass.before(), now) : Duration.ZERO;
    if (wait.isZero()) {
      reporter.report(primary, follows.notices(), pass.before(), after);
    }
    trust.end(pass.identity());
    extensions.tell(primary, pass.release(), follows.news());
    var due =
        follows.next().delay(new NextPass.Situation(period(pass), failing, pass.delays(), now));
    var next = wait.isZero() || due.compareTo(wait) < 0 ? due : wait;
    return resting.end(primary, isAtRest(pass, outcome, next), next);
  }

  /** Tells which attempt failed, and when the next one follows, if one does. */
  private ReleaseStatus attempted(
      ReleaseStatus status, ReleaseOutcome outcome, Backoff failures, Instant next) {
    return switch (outcome) {
      case ReleaseOutcome.Failed(var step, var ignored) when step == INSTALL || step == UPGRADE ->
          remediation.isOver(step == INSTALL, failures.toBlame())
              ? status
              : StatusChanges.attempted(status, failures.toBlame(), remediation.attempts(), next);
      case ReleaseOutcome.Failed ignored ->
          StatusChanges.attempted(status, failures.count(), OptionalInt.empty(), next);
      case ReleaseOutcome.Hindered ignored ->
          StatusChanges.attempted(status, failures.count(), OptionalInt.empty(), next);
      default -> status;
    };
  }

  private boolean isAtRest(Pass pass, ReleaseOutcome outcome, Duration next) {
    return outcome instanceof ReleaseOutcome.Kept
        && next.equals(period(pass))
        && watchesAllInputs.test(pass);
  }

  private Duration period(Pass pass) {
    return pass.annotations().period().orElse(period);
  }

  /**
   * Reports the outcome of the last pass over a primary, and forgets it. Writes no status: the
   * primary disappears with the operator's finalizer.
   */
  void endLast(Pass pass, ReleaseOutcome.Uninstalled outcome) {
    var follows = consequences(pass, outcome, Optional.empty());
    reporter.reportRemoved(pass.object(), trust.removed(pass.identity()));
    reporter.reportDeleted(pass.object(), trust.deleted(pass.identity()));
    reporter.tell(pass.object(), follows.notices(), pass.before(), follows.status());
    trust.end(pass.identity());
    extensions.tell(pass.object(), pass.release(), follows.news());
    forget(pass.object());
  }

  private Consequence consequences(Pass pass, ReleaseOutcome outcome, Optional<String> asked) {
    trace(outcome);
    log.debug("{}", outcome.getClass().getSimpleName());
    var follows = consequences.of(outcome, pass.before(), pass.annotations());
    var told =
        Demands.tell(
            follows,
            pass.annotations(),
            pending.apply(pass),
            hold(pass, follows.status().deployed(), asked));
    meters.note(told.metric(), told.corrections());
    return told;
  }

  /** Returns who keeps the release from its spec; nobody once the primary is being deleted. */
  Optional<Hold> hold(Pass pass, Optional<Deployed> deployed, Optional<String> asked) {
    if (pass.object().isMarkedForDeletion()) {
      return Optional.empty();
    }
    return asked
        .map(input -> Hold.of(pass.annotations(), pending.apply(pass), deployed, input))
        .orElseGet(() -> Hold.told(pass.before()));
  }

  private Trusted trusted(Pass pass, ReleaseOutcome outcome) {
    return outcome instanceof ReleaseOutcome.Uninstalled
        ? Trusted.nothing()
        : trust.of(pass.identity()).newest(remembered);
  }

  private static void trace(ReleaseOutcome outcome) {
    var pass = Step.current().attribute("catamaran.outcome", outcome.getClass().getSimpleName());
    if (outcome instanceof ReleaseOutcome.Failed failed) {
      pass.fails(Reasons.of(failed.step()));
    } else if (outcome instanceof ReleaseOutcome.Hindered hindered) {
      pass.fails(hindered.reason());
    }
  }

  /** Whether the primary contains everything that was reported on it. */
  boolean isReported(Pass pass) {
    return reporter.isUpToDate(pass.object());
  }

  void forget(OfKind primary) {
    var identity = Primaries.identity(primary);
    resting.forget(primary);
    secrets.forget(identity.uid());
    backoffs.forget(identity.uid());
    reports.forget(identity.uid());
    places.forget(identity);
    reporter.forget(primary);
  }
}
