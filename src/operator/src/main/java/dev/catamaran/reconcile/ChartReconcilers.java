package dev.catamaran.reconcile;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.Charts;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.FinalizerExchange;
import dev.catamaran.cluster.ReferencedObjects;
import dev.catamaran.desired.ChartChoice;
import dev.catamaran.desired.Claims;
import dev.catamaran.desired.Dependencies;
import dev.catamaran.desired.DesiredReleases;
import dev.catamaran.desired.ReferencedValues;
import dev.catamaran.desired.ReleaseAdoption;
import dev.catamaran.desired.ReleasePlaces;
import dev.catamaran.desired.ReleaseValues;
import dev.catamaran.desired.Rights;
import dev.catamaran.execute.ReleaseAccess;
import dev.catamaran.execute.ReleaseExecutor;
import dev.catamaran.execute.ReleaseRemover;
import dev.catamaran.execute.ReleaseWriter;
import dev.catamaran.execute.ReleaseWriters;
import dev.catamaran.execute.RevisionMaker;
import dev.catamaran.extension.Extensions;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.observe.Beliefs;
import dev.catamaran.observe.LeaderTerm;
import dev.catamaran.observe.PendingRevisions;
import dev.catamaran.observe.ReadinessGate;
import dev.catamaran.observe.ReleaseObserver;
import dev.catamaran.observe.ReleaseView;
import dev.catamaran.primary.KnownSecrets;
import dev.catamaran.release.Account;
import dev.catamaran.release.Decision;
import dev.catamaran.release.EngineCalls;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.report.Consequences;
import dev.catamaran.report.OutcomeMeters;
import dev.catamaran.report.ReleaseReporter;
import dev.catamaran.status.StatusWriter;
import dev.catamaran.telemetry.ReleaseMeters;
import dev.catamaran.watch.RetryPolicy;
import dev.catamaran.watch.Source.HelmChart;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Creates the reconciler of each chart-backed kind from the shared parts of the manager.
 *
 * @param operator value of the label on descendants
 * @param client for extensions
 * @param apis the kinds that the API server serves
 * @param charts provides charts
 * @param watched changes releases and their objects
 * @param unwatched the same for charts with {@code watchDependentResources: false}
 * @param isGone whether an account certainly does not exist
 * @param mayLive whether a primary may still exist
 * @param store the stored revisions
 * @param referencedObjects the Secrets and ConfigMaps that values come from
 * @param statusWriter writes the primaries' status
 * @param events writes Events
 * @param finalizers removes the finalizers of the Go operators
 * @param router wakes primaries
 * @param claims which primaries want which release
 * @param defaultAccount of kinds that name none; empty if those have the operator's rights
 * @param operatorNamespace the operator's own namespace; empty outside of a cluster
 * @param isWatched whether the manager watches the objects of a namespace
 * @param term since when this process may write
 * @param calls state of this process's own Helm calls
 * @param clock the current time
 */
public record ChartReconcilers(
    String operator,
    KubernetesClient client,
    ApiResources apis,
    Charts charts,
    ReleaseAccess.ByAccount watched,
    ReleaseAccess.ByAccount unwatched,
    Predicate<Account> isGone,
    Predicate<PrimaryIdentity> mayLive,
    ReleaseStore store,
    ReferencedObjects referencedObjects,
    StatusWriter statusWriter,
    EventRecorder events,
    FinalizerExchange finalizers,
    PrimaryRouter router,
    Claims claims,
    Optional<String> defaultAccount,
    Optional<String> operatorNamespace,
    Predicate<String> isWatched,
    Supplier<LeaderTerm> term,
    EngineCalls calls,
    Clock clock) {
  /** Revisions that may exist beyond the history limit: pending and failed ones. */
  private static final int NOT_PRUNED = 3;

  /**
   * Returns the reconciler of one kind.
   *
   * @param extensions its Java extensions
   * @param period time between two passes over a primary without events
   * @param retry when failed actions are retried
   * @param meters the meters of its watch
   */
  public ChartReconciler of(
      GroupVersionKind gvk,
      HelmChart source,
      List<ChartExtension> extensions,
      Duration period,
      RetryPolicy retry,
      ReleaseMeters meters) {
    var timeout = source.gate().timeout();
    var rights =
        new Rights(source.placement(), source.permissions(), defaultAccount, operatorNamespace);
    var byAccount = byAccount(source, meters);
    var beliefs = new Beliefs();
    var objects = byAccount.of(new Account.OfOperator()).objects();
    var secrets = new KnownSecrets();
    var extended = new Extensions(extensions, client, events, secrets, apis);
    var values =
        new ReleaseValues(
            source.charts(),
            source.values(),
            rights,
            extended,
            new ReferencedValues(referencedObjects),
            secrets);
    var gate = new ReadinessGate(source.gate(), objects::notReady, objects::failed);
    var places = new ReleasePlaces(rights, store, claims, isWatched);
    var observer =
        new ReleaseObserver(
            store,
            beliefs,
            objects,
            source.drift().policy(),
            gate,
            new PendingRevisions(term, calls, timeout, clock),
            clock);
    var choice = new ChartChoice(source.charts(), charts);
    var reporter = new ReleaseReporter(statusWriter, events, secrets);
    var passes =
        new PassLifecycle(
            places,
            observer,
            beliefs,
            source.maxHistory() + NOT_PRUNED,
            extended,
            new Consequences(gate, source.values().overrides().keySet()),
            reporter,
            new OutcomeMeters(meters),
            secrets,
            period,
            retry,
            clock);
    var view =
        new ReleaseView(
            operator,
            rights,
            source.remediation(),
            places,
            new DesiredReleases(operator, choice, values, timeout, source.crds(), apis),
            new Dependencies(router::find),
            observer,
            new ReleaseAdoption(mayLive, rights),
            beliefs,
            clock);
    return new ChartReconciler(
        finalizers,
        passes,
        view,
        new Decision(source.remediation()),
        extended,
        new ReleaseWriters(rights, account -> writer(account, byAccount, source, beliefs)),
        primaries -> router.register(gvk.group(), gvk.kind(), primaries),
        new SelectorExits(
            events,
            gone -> {
              passes.forget(gone);
              view.forget(gone);
            }));
  }

  private ReleaseAccess.ByAccount byAccount(HelmChart source, ReleaseMeters meters) {
    var chosen = source.watchDependentResources() ? watched : unwatched;
    var rules = new DriftRules(source.drift().ignored());
    return account -> chosen.of(account).exempting(rules).measured(meters);
  }

  private ReleaseWriter writer(
      Account account, ReleaseAccess.ByAccount byAccount, HelmChart source, Beliefs beliefs) {
    var timeout = source.gate().timeout();
    var access = byAccount.of(account);
    var remover = remover(access, timeout, beliefs);
    return new ReleaseWriter(
        account,
        isGone,
        new ReleaseExecutor(
            access.engine(),
            store,
            beliefs,
            access.objects(),
            new RevisionMaker(
                access.engine(), store, beliefs, access.objects(), source.maxHistory()),
            remover,
            source.drift().policy(),
            timeout),
        remover,
        remover(byAccount.of(new Account.OfOperator()), timeout, beliefs));
  }

  private ReleaseRemover remover(ReleaseAccess access, Duration timeout, Beliefs beliefs) {
    return new ReleaseRemover(access.engine(), store, beliefs, access.objects(), timeout);
  }
}
