package dev.catamaran.reconcile;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.Charts;
import dev.catamaran.cluster.EventRecorder;
import dev.catamaran.cluster.ReferencedObjects;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.release.Decision;
import dev.catamaran.release.DriftRules;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.status.StatusWriter;
import dev.catamaran.watch.Source.HelmChart;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Makes the reconciler of each chart-backed kind over what the whole manager shares.
 *
 * @param operator value of the label on descendants
 * @param charts hands out charts
 * @param engine changes releases
 * @param store knows revisions
 * @param watchedObjects knows and changes what releases made
 * @param unwatchedObjects the same for charts with {@code watchDependentResources: false}
 * @param referencedObjects knows the Secrets and ConfigMaps that values come from
 * @param statusWriter writes the primaries' status
 * @param events writes Events
 * @param router wakes primaries
 * @param claims which primaries want which release
 * @param isWatched whether the manager sees what is in a namespace
 * @param tenure since when this process may write
 * @param clock tells the time
 */
public record ChartReconcilers(
    String operator,
    Charts charts,
    HelmEngine engine,
    ReleaseStore store,
    ReleaseObjects watchedObjects,
    ReleaseObjects unwatchedObjects,
    ReferencedObjects referencedObjects,
    StatusWriter statusWriter,
    EventRecorder events,
    PrimaryRouter router,
    Claims claims,
    Predicate<String> isWatched,
    Supplier<Tenure> tenure,
    Clock clock) {

  /**
   * The reconciler of one kind.
   *
   * @param period time between two looks at a primary to which nothing happened
   */
  public ChartReconciler of(GroupVersionKind gvk, HelmChart source, Duration period) {
    var timeout = source.gate().timeout();
    var secretTexts = new SecretTexts();
    var values =
        new ReleaseValues(
            source.charts(),
            source.values(),
            List.of(),
            new ReferencedValues(referencedObjects),
            secretTexts);
    var shared = source.watchDependentResources() ? watchedObjects : unwatchedObjects;
    var objects = shared.exempting(new DriftRules(source.drift().ignored()));
    var fitness =
        new Fitness(source.gate(), objects.workloads()::notReady, objects.workloads()::failed);
    var remover = new ReleaseRemover(engine, store, objects, timeout);
    return new ChartReconciler(
        operator,
        period,
        new Decision(source.remediation()),
        new ReleasePlaces(source.placement(), store, claims, isWatched),
        new DesiredReleases(
            new ChartChoice(source.charts(), charts),
            values,
            timeout,
            source.crds(),
            objects.apis()),
        new Dependencies(router::find),
        new ReleaseObserver(
            store, objects.drift(), objects.contests(), fitness, tenure, timeout, clock),
        new ReleaseExecutor(
            engine,
            store,
            objects,
            new Deployment(engine, store, objects, source.maxHistory()),
            remover,
            source.drift().policy(),
            timeout),
        remover,
        new StatusReport(fitness),
        new ReleaseReporter(statusWriter, events, secretTexts),
        primaries -> router.register(gvk.group(), gvk.kind(), primaries),
        new Departures(events),
        clock);
  }
}
