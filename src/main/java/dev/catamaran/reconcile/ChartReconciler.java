package dev.catamaran.reconcile;

import dev.catamaran.cluster.FinalizerExchange;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.Ownership;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.RemovalAction;
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
  /** Stands for what is tried when a primary is deleted, whatever its spec says. */
  private static final String REMOVAL = "uninstall";

  private final String operator;
  private final Duration period;
  private final FinalizerExchange finalizers;
  private final ReleasePlaces places;
  private final DesiredReleases desiredReleases;
  private final ReleaseObserver observer;
  private final ReleaseExecutor executor;
  private final ReleaseRemover remover;
  private final StatusReport statusReport;
  private final ReleaseReporter reporter;
  private final Function<IndexerResourceCache<OfKind>, EventSource<?, OfKind>> wakeUps;
  private final Clock clock;
  private final Backoffs backoffs = new Backoffs();

  ChartReconciler(
      String operator,
      Duration period,
      FinalizerExchange finalizers,
      ReleasePlaces places,
      DesiredReleases desiredReleases,
      ReleaseObserver observer,
      ReleaseExecutor executor,
      ReleaseRemover remover,
      StatusReport statusReport,
      ReleaseReporter reporter,
      Function<IndexerResourceCache<OfKind>, EventSource<?, OfKind>> wakeUps,
      Clock clock) {
    this.operator = operator;
    this.period = period;
    this.finalizers = finalizers;
    this.places = places;
    this.desiredReleases = desiredReleases;
    this.observer = observer;
    this.executor = executor;
    this.remover = remover;
    this.statusReport = statusReport;
    this.reporter = reporter;
    this.wakeUps = wakeUps;
    this.clock = clock;
  }

  @Override
  public List<EventSource<?, OfKind>> prepareEventSources(EventSourceContext<OfKind> context) {
    return List.of(wakeUps.apply(context.getPrimaryCache()));
  }

  @Override
  public UpdateControl<OfKind> reconcile(OfKind primary, Context<OfKind> context) {
    finalizers.complete(primary);
    var before = statusOf(primary);
    try {
      var desired = desiredReleases.from(primary, places.of(primary, before.deployed()), "");
      var ownership = new Ownership(operator, desired.primary(), desired.release());
      var failures = backoffs.of(desired.primary().uid(), before.failures());
      var seen = observer.observe(desired, ownership, before.deployed(), failures);
      var action = ReleaseAction.next(seen);
      var outcome = orFailure(() -> executor.execute(action, desired, ownership));
      return again(report(primary, outcome, before, failures, desired.inputDigest()));
    } catch (InvalidPrimaryException e) {
      var outcome = new ReleaseOutcome.Refused(e.reason(), e.problem());
      return again(report(primary, outcome, before, before.failures(), ""));
    }
  }

  @Override
  public DeleteControl cleanup(OfKind primary, Context<OfKind> context) {
    var before = statusOf(primary);
    var identity = Primaries.identity(primary);
    var release = places.ofDeleted(primary, before.deployed());
    var state = observer.observeDeleted(release, identity, before.deployed());
    var ownership = new Ownership(operator, identity, release);
    var action = RemovalAction.next(state);
    var outcome = orFailure(() -> remover.remove(action, release, ownership));
    var failures = backoffs.of(identity.uid(), before.failures());
    var next = report(primary, outcome, before, failures, REMOVAL);
    // The SDK can remove the finalizer only from the very version that it handed over.
    if (outcome instanceof ReleaseOutcome.Uninstalled && reporter.isUpToDate(primary)) {
      backoffs.forget(identity.uid());
      places.forget(identity);
      desiredReleases.forget(primary);
      return DeleteControl.defaultDelete();
    }
    return DeleteControl.noFinalizerRemoval().rescheduleAfter(next);
  }

  /** Tells what happened; returns when to look again. */
  private Duration report(
      OfKind primary,
      ReleaseOutcome outcome,
      ReleaseStatus before,
      Optional<Backoff> failures,
      String input) {
    var now = clock.instant();
    var failing = backoffs.note(primary.getMetadata().getUid(), outcome, failures, input, now);
    var after =
        statusReport
            .after(outcome, before)
            .failing(failing)
            .observing(Primaries.generation(primary));
    reporter.report(primary, outcome, before, after);
    return NextLook.after(outcome, period, failing, now);
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
