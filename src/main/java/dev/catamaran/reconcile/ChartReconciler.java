package dev.catamaran.reconcile;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.Ownership;
import dev.catamaran.reconcile.ReleaseObserver.Question;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.Budget;
import dev.catamaran.release.Decision;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.Observation;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.RemovalAction;
import dev.catamaran.release.Wish;
import dev.catamaran.status.ReleaseStatus;
import io.fabric8.kubernetes.client.KubernetesClientException;
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
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reconciles every chart-backed kind. One pass: what is desired, what is observed, the one action
 * that follows, its execution, its report. Where nothing is to be done, nothing is called, rendered
 * or written.
 */
public final class ChartReconciler implements Reconciler<OfKind>, Cleaner<OfKind> {
  /** Holds a primary until its release is uninstalled. */
  public static final String FINALIZER = "catamaran.dev/uninstall-release";

  /** Stands for what is tried when a primary is deleted, whatever its spec says. */
  private static final String REMOVAL = "uninstall";

  private final String operator;
  private final Duration period;
  private final Decision decision;
  private final ReleasePlaces places;
  private final DesiredReleases desiredReleases;
  private final Dependencies dependencies;
  private final ReleaseObserver observer;
  private final ReleaseExecutor executor;
  private final ReleaseRemover remover;
  private final StatusReport statusReport;
  private final ReleaseReporter reporter;
  private final Function<IndexerResourceCache<OfKind>, EventSource<?, OfKind>> wakeUps;
  private final Departures departures;
  private final Clock clock;
  private final Backoffs backoffs = new Backoffs();

  ChartReconciler(
      String operator,
      Duration period,
      Decision decision,
      ReleasePlaces places,
      DesiredReleases desiredReleases,
      Dependencies dependencies,
      ReleaseObserver observer,
      ReleaseExecutor executor,
      ReleaseRemover remover,
      StatusReport statusReport,
      ReleaseReporter reporter,
      Function<IndexerResourceCache<OfKind>, EventSource<?, OfKind>> wakeUps,
      Departures departures,
      Clock clock) {
    this.operator = operator;
    this.period = period;
    this.decision = decision;
    this.places = places;
    this.desiredReleases = desiredReleases;
    this.dependencies = dependencies;
    this.observer = observer;
    this.executor = executor;
    this.remover = remover;
    this.statusReport = statusReport;
    this.reporter = reporter;
    this.wakeUps = wakeUps;
    this.departures = departures;
    this.clock = clock;
  }

  @Override
  public List<EventSource<?, OfKind>> prepareEventSources(EventSourceContext<OfKind> context) {
    return List.of(wakeUps.apply(context.getPrimaryCache()), departures);
  }

  @Override
  public UpdateControl<OfKind> reconcile(OfKind primary, Context<OfKind> context) {
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
      var seen = new Observation(state, budget, dependencies.unmet(primary));
      var action = decision.next(pass.wish(), seen);
      var outcome = orFailure(() -> executor.execute(action, desired, ownership));
      return again(report(pass, outcome, input));
    } catch (InvalidPrimaryException e) {
      return again(report(pass, pass.refused(e), ""));
    }
  }

  @Override
  public DeleteControl cleanup(OfKind primary, Context<OfKind> context) {
    var pass = passOver(primary);
    var identity = Primaries.identity(primary);
    var release = places.ofDeleted(primary, pass.before().deployed());
    var state = observer.observeDeleted(release, identity, pass.before().deployed());
    var ownership = new Ownership(operator, identity, release);
    var action = RemovalAction.next(pass.wish(), state);
    var outcome = orFailure(() -> remover.remove(action, release, ownership, pass.annotations()));
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
      Optional<Backoff> failures) {

    /** Whoever asked to leave it alone need not be told what is wrong with it. */
    ReleaseOutcome refused(InvalidPrimaryException e) {
      return wish instanceof Wish.Paused
          ? new ReleaseOutcome.Paused()
          : new ReleaseOutcome.Refused(e.reason(), e.problem());
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
    var latest = observer.lastRequest(places.ofDeleted(primary, before.deployed()));
    return new Pass(
        primary, annotations, before, annotations.wish(before.answered(), latest), failures);
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
    var after =
        statusReport
            .after(outcome, pass.before())
            .failing(failing)
            .answering(pass.annotations().answered(pass.before().answered(), outcome))
            .observing(Primaries.generation(primary));
    reporter.report(primary, outcome, pass.before(), after);
    return NextLook.after(outcome, pass.annotations().period().orElse(period), failing, now);
  }

  private static UpdateControl<OfKind> again(Duration delay) {
    return UpdateControl.<OfKind>noUpdate().rescheduleAfter(delay);
  }

  private ReleaseStatus statusOf(OfKind primary) {
    return ReleaseStatus.read(
        reporter.newestStatus(primary), clock.instant(), Primaries.generation(primary));
  }

  /**
   * What the API server refuses is for people to see; that it cannot be reached is not an outcome,
   * and tried again.
   */
  private static ReleaseOutcome orFailure(Supplier<ReleaseOutcome> step) {
    try {
      return step.get();
    } catch (KubernetesClientException e) {
      if (e.getCode() >= 400 && e.getCode() < 500 && e.getCode() != 429) {
        return new ReleaseOutcome.Failed(FailedStep.RECONCILE, String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }
}
