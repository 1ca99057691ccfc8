package dev.catamaran.reconcile;

import dev.catamaran.cluster.FinalizerExchange;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.Ownership;
import dev.catamaran.reconcile.ReleaseObserver.Question;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.Budget;
import dev.catamaran.release.Decision;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.Observation;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.RemovalAction;
import dev.catamaran.release.UnreadableReleaseException;
import dev.catamaran.release.Wish;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReleaseStatus;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reconciles every chart-backed kind. One pass: what is desired, what is observed, the one action
 * that follows, its execution, its report. Where nothing is to be done, nothing is called, rendered
 * or written.
 */
public final class ChartReconciler implements Reconciler<OfKind>, Cleaner<OfKind> {
  /** Stands for what is tried when a primary is deleted, whatever its spec says. */
  private static final String REMOVAL = "uninstall";

  private final String operator;
  private final Duration period;
  private final FinalizerExchange finalizers;
  private final Decision decision;
  private final ReleasePlaces places;
  private final DesiredReleases desiredReleases;
  private final Dependencies dependencies;
  private final ReleaseObserver observer;
  private final ReleaseAdoption adoption;
  private final ReleaseWriters writers;
  private final Extensions extensions;
  private final StatusReport statusReport;
  private final ReleaseReporter reporter;
  private final Function<IndexerResourceCache<OfKind>, EventSource<?, OfKind>> wakeUps;
  private final Departures departures;
  private final Clock clock;
  private final Backoffs backoffs = new Backoffs();

  ChartReconciler(
      String operator,
      Duration period,
      FinalizerExchange finalizers,
      Decision decision,
      ReleasePlaces places,
      DesiredReleases desiredReleases,
      Dependencies dependencies,
      ReleaseObserver observer,
      ReleaseAdoption adoption,
      ReleaseWriters writers,
      Extensions extensions,
      StatusReport statusReport,
      ReleaseReporter reporter,
      Function<IndexerResourceCache<OfKind>, EventSource<?, OfKind>> wakeUps,
      Departures departures,
      Clock clock) {
    this.operator = operator;
    this.period = period;
    this.finalizers = finalizers;
    this.decision = decision;
    this.places = places;
    this.desiredReleases = desiredReleases;
    this.dependencies = dependencies;
    this.observer = observer;
    this.adoption = adoption;
    this.writers = writers;
    this.extensions = extensions;
    this.statusReport = statusReport;
    this.reporter = reporter;
    this.wakeUps = wakeUps;
    this.departures = departures;
    this.clock = clock;
  }

  @Override
  public List<EventSource<?, OfKind>> prepareEventSources(EventSourceContext<OfKind> context) {
    var sources = new ArrayList<EventSource<?, OfKind>>(extensions.eventSources(context));
    sources.add(wakeUps.apply(context.getPrimaryCache()));
    sources.add(departures);
    return sources;
  }

  @Override
  public UpdateControl<OfKind> reconcile(OfKind primary, Context<OfKind> context) {
    finalizers.complete(primary);
    var pass = passOver(primary);
    try {
      var place = places.of(primary, pass.before().deployed());
      var desired = desiredReleases.from(primary, place, pass.annotations().reconcileAt());
      var ownership = new Ownership(operator, desired.primary(), desired.release());
      var input = inputOf(pass.wish(), desired);
      var state =
          observer.observe(
              new Question(
                  desired,
                  ownership,
                  pass.wish(),
                  pass.before().deployed(),
                  pass.failures(),
                  pass.annotations().force()));
      var budget = Budget.of(pass.failures(), input, decision.policy(), clock.instant());
      var seen =
          new Observation(
              adoption.considered(state, pass.annotations()), budget, dependencies.unmet(primary));
      var action = decision.next(pass.wish(), seen);
      var writer = writers.of(primary, place);
      var outcome =
          extensions
              .before(primary, action, desired)
              .orElseGet(() -> writer.execute(action, desired, ownership));
      return again(report(pass, outcome, input));
    } catch (InvalidPrimaryException e) {
      return again(report(pass, pass.refused(e.reason(), e.problem()), ""));
    } catch (UnreadableReleaseException e) {
      var problem = String.valueOf(e.getMessage());
      return again(report(pass, pass.refused(Reasons.RELEASE_UNREADABLE, problem), ""));
    }
  }

  @Override
  public DeleteControl cleanup(OfKind primary, Context<OfKind> context) {
    var pass = passOver(primary);
    var identity = Primaries.identity(primary);
    var release = pass.release();
    var state = observer.observeDeleted(release, identity, pass.before().deployed());
    var ownership = new Ownership(operator, identity, release);
    var action = RemovalAction.next(pass.wish(), state);
    var outcome =
        writers.of(primary, release).remove(action, release, ownership, pass.annotations());
    var next = report(pass, outcome, REMOVAL);
    // The SDK can remove the finalizer only from the very version that it handed over.
    if (outcome instanceof ReleaseOutcome.Uninstalled && reporter.isUpToDate(primary)) {
      backoffs.forget(identity.uid());
      places.forget(identity);
      desiredReleases.forget(primary);
      return DeleteControl.defaultDelete();
    }
    return DeleteControl.noFinalizerRemoval().rescheduleAfter(next);
  }

  /** What a pass begins with. */
  private record Pass(
      OfKind primary,
      PrimaryAnnotations annotations,
      ReleaseStatus before,
      Wish wish,
      Optional<Backoff> failures,
      ReleaseKey release) {

    /** Whoever asked to leave it alone need not be told what is wrong with it. */
    ReleaseOutcome refused(String reason, String problem) {
      return wish instanceof Wish.Paused
          ? new ReleaseOutcome.Paused()
          : new ReleaseOutcome.Refused(reason, problem);
    }
  }

  private Pass passOver(OfKind primary) {
    var annotations = PrimaryAnnotations.of(primary);
    var before = statusOf(primary);
    var uid = primary.getMetadata().getUid();
    boolean reset =
        !annotations.resetAt().isEmpty()
            && !annotations.resetAt().equals(before.answered().resetAt());
    if (reset) {
      backoffs.forget(uid);
    }
    var failures = reset ? Optional.<Backoff>empty() : backoffs.of(uid, before.failures());
    var release = places.known(primary, before.deployed());
    var latest = observer.lastRequest(release);
    return new Pass(
        primary,
        annotations,
        before,
        annotations.wish(before.answered(), latest),
        failures,
        release);
  }

  /** What failures are counted for. */
  private static String inputOf(Wish wish, DesiredRelease desired) {
    return wish instanceof Wish.StayAt(var revision)
        ? "revision " + revision
        : desired.inputDigest();
  }

  /** Tells what happened; returns when to look again. */
  private Duration report(Pass pass, ReleaseOutcome outcome, String input) {
    var primary = pass.primary();
    var now = clock.instant();
    var failing =
        backoffs.note(primary.getMetadata().getUid(), outcome, pass.failures(), input, now);
    var made = statusReport.after(outcome, pass.before());
    var after =
        made.with(extensions.after(primary, outcome, made.conditions()))
            .failing(failing)
            .answering(pass.annotations().answered(pass.before().answered(), outcome))
            .observing(Primaries.generation(primary));
    reporter.report(primary, outcome, pass.before(), after);
    if (!(outcome instanceof ReleaseOutcome.Uninstalled) || pass.before().deployed().isPresent()) {
      extensions.tell(primary, pass.release(), outcome);
    }
    return NextLook.after(outcome, pass.annotations().period().orElse(period), failing, now);
  }

  private static UpdateControl<OfKind> again(Duration delay) {
    return UpdateControl.<OfKind>noUpdate().rescheduleAfter(delay);
  }

  private ReleaseStatus statusOf(OfKind primary) {
    return ReleaseStatus.read(
        reporter.newestStatus(primary), clock.instant(), Primaries.generation(primary));
  }
}
