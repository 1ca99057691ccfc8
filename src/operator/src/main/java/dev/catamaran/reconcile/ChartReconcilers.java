package dev.catamaran.reconcile;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.FinalizerExchange;
import dev.catamaran.cluster.HookWait;
import dev.catamaran.cluster.ReferencedObjects;
import dev.catamaran.desired.Claims;
import dev.catamaran.desired.Dependencies;
import dev.catamaran.desired.DesiredReleases;
import dev.catamaran.desired.Editions;
import dev.catamaran.desired.Overrides;
import dev.catamaran.desired.ReferencedValues;
import dev.catamaran.desired.ReleaseAdoption;
import dev.catamaran.desired.ReleasePlaces;
import dev.catamaran.desired.ReleaseValues;
import dev.catamaran.desired.Rights;
import dev.catamaran.execute.ReleaseAccess;
import dev.catamaran.execute.ReleaseRemover;
import dev.catamaran.execute.ReleaseWriter;
import dev.catamaran.extension.Extensions;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.observe.LeaderTerm;
import dev.catamaran.observe.PendingRevisions;
import dev.catamaran.observe.ReadinessGate;
import dev.catamaran.observe.ReleaseObserver;
import dev.catamaran.observe.ReleaseView;
import dev.catamaran.observe.StoredPlaces;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.primary.KnownSecrets;
import dev.catamaran.release.Account;
import dev.catamaran.release.AttemptKey;
import dev.catamaran.release.ChartPlaces;
import dev.catamaran.release.Confinement;
import dev.catamaran.release.Decision;
import dev.catamaran.release.EngineCalls;
import dev.catamaran.release.HistoryLimit;
import dev.catamaran.release.MostRecent;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.ValuesCheck;
import dev.catamaran.report.Backoffs;
import dev.catamaran.report.Consequences;
import dev.catamaran.report.LastReports;
import dev.catamaran.report.OutcomeMeters;
import dev.catamaran.report.ReleaseReporter;
import dev.catamaran.status.StatusWriter;
import dev.catamaran.telemetry.ReleaseMeters;
import dev.catamaran.watch.RetryPolicy;
import dev.catamaran.watch.Source.HelmChart;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Creates the reconciler of each chart-backed kind from the shared parts of the manager. */
public record ChartReconcilers(
    Scope scope,
    Inputs inputs,
    Primaries primaries,
    History history,
    Writes writes,
    Reports reports,
    Clock clock) {
  /**
   * Revisions that may exist beyond the history limit: pending and failed ones, and the targets of
   * rollbacks.
   */
  private static final int NOT_PRUNED = 4;

  /** Limit, since tenants choose the accounts. */
  private static final int MOST_ACCOUNTS = 100;

  /**
   * The operator's name and place.
   *
   * @param operator value of the label on descendants
   * @param defaultAccount of kinds that name none; empty if those have the operator's rights
   * @param operatorNamespace the operator's own namespace; empty outside of a cluster
   * @param operatorAccount the operator's own service account; empty if it has none
   * @param isWatched whether the manager watches the objects of a namespace
   * @param accounts names of the service accounts that make releases of any kind
   */
  public record Scope(
      String operator,
      Optional<String> defaultAccount,
      Optional<String> operatorNamespace,
      Optional<Account.ServiceAccount> operatorAccount,
      Predicate<String> isWatched,
      Supplier<Set<String>> accounts) {
    private Rights rights(HelmChart source) {
      return new Rights(
          source.placement(),
          source.permissions(),
          defaultAccount,
          operatorNamespace,
          operatorAccount,
          accounts);
    }
  }

  /**
   * The sources of a desired release, apart from its primary.
   *
   * @param editions the charts, and the overrides of values
   * @param referencedObjects the Secrets and ConfigMaps that values come from
   * @param apis the kinds that the API server serves
   * @param places tells what charts make by themselves
   * @param schemas checks values
   * @param client for extensions
   */
  public record Inputs(
      Editions.OfKinds editions,
      ReferencedObjects referencedObjects,
      ApiResources apis,
      ChartPlaces places,
      ValuesCheck schemas,
      KubernetesClient client) {}

  /**
   * The primaries of all kinds.
   *
   * @param router wakes them
   * @param claims which of them want which release
   * @param mayLive whether one may still exist
   */
  public record Primaries(
      PrimaryRouter router, Claims claims, Predicate<PrimaryIdentity> mayLive) {}

  /**
   * The revisions that exist, and the calls that make them.
   *
   * @param store the stored revisions
   * @param calls state of this process's own Helm calls
   * @param term since when this process may write
   */
  public record History(ReleaseStore store, EngineCalls calls, Supplier<LeaderTerm> term) {}

  /**
   * Changes of releases and of their objects.
   *
   * @param watched changes them
   * @param unwatched the same for charts with {@code watchDependentResources: false}
   * @param isGone whether an account certainly does not exist
   */
  public record Writes(
      ReleaseAccess.ByAccount watched,
      ReleaseAccess.ByAccount unwatched,
      Predicate<Account> isGone) {
    private ReleaseAccess.ByAccount of(HelmChart source, ReleaseMeters meters) {
      var chosen = source.watchDependentResources() ? watched : unwatched;
      return account -> chosen.of(account).exempting(rules(source)).measured(meters);
    }
  }

  /**
   * Results of passes, for people.
   *
   * @param status writes the status of primaries
   * @param events writes Events
   * @param finalizers removes the finalizers of the Go operators
   */
  public record Reports(StatusWriter status, EventRecorder events, FinalizerExchange finalizers) {}

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
    var rights = scope.rights(source);
    var editions = inputs.editions().of(gvk, source);
    var access = writes.of(source, meters);
    var objects = access.of(new Account.OfOperator()).objects();
    var gate = new ReadinessGate(source.gate(), objects::notReady, objects::failed);
    var trust = new TrustedRevisions(AttemptKey.ofThisProcess()::signed);
    var observer =
        new ReleaseObserver(
            history.store(),
            trust,
            objects,
            source.drift().policy(),
            gate,
            new PendingRevisions(history.term(), history.calls(), source.gate().timeout(), clock),
            clock);
    var places = new ReleasePlaces(rights, history.store(), primaries.claims(), scope.isWatched());
    var secrets = new KnownSecrets();
    var extended =
        new Extensions(extensions, inputs.client(), reports.events(), secrets, inputs.apis());
    var view =
        new ReleaseView(
            scope.operator(),
            rights,
            source.remediation(),
            places,
            desiredReleases(source, editions, rights, extended, secrets),
            new Dependencies(primaries.router()::find),
            observer,
            new StoredPlaces(objects, inputs.places()),
            new ReleaseAdoption(primaries.mayLive(), rights),
            trust,
            clock);
    var resting = new RestingPrimaries();
    var writers =
        new MostRecent<Account, ReleaseWriter>(
            MOST_ACCOUNTS, account -> writer(account, access, source, trust));
    var passes =
        new PassLifecycle(
            source.denied(),
            pass -> editions.pending(pass.primary(), pass.release()),
            resting,
            pass ->
                source.watchDependentResources()
                    && extensions.isEmpty()
                    && pass.annotations().dependsOnNothing()
                    && rights.account(pass.primary(), pass.release()) instanceof Account.OfOperator,
            places,
            observer,
            trust,
            source.maxHistory() + NOT_PRUNED,
            extended,
            new Consequences(gate, source.values().overrides().keySet()),
            new ReleaseReporter(reports.status(), reports.events(), secrets),
            new OutcomeMeters(meters),
            secrets,
            period,
            retry,
            source.remediation(),
            clock,
            new Backoffs(),
            new LastReports());
    return new ChartReconciler(
        reports.finalizers(),
        passes,
        view,
        new Decision(source.remediation()),
        extended,
        (primary, release) -> writers.of(rights.account(primary, release)),
        known ->
            primaries
                .router()
                .register(
                    gvk.group(), gvk.kind(), new WakeUps(known, resting, period, source.denied())),
        new PrimaryNotices(
            reports.events(),
            new UnwantedCalls(
                history.calls(),
                primary ->
                    history.store().releasesOf(primary).stream()
                        .flatMap(release -> history.store().known(release).latest().stream())
                        .map(objects::hookWait)
                        .max(Comparator.naturalOrder())
                        .orElse(HookWait.NONE)),
            gone -> {
              passes.forget(gone);
              view.forget(gone);
            }));
  }

  private DesiredReleases desiredReleases(
      HelmChart source,
      Editions editions,
      Rights rights,
      Extensions extensions,
      KnownSecrets secrets) {
    var values =
        new ReleaseValues(
            source.charts(),
            source.values().from(),
            rights,
            extensions,
            new ReferencedValues(inputs.referencedObjects()),
            secrets,
            inputs.schemas());
    editions.planBy(values);
    return new DesiredReleases(
        scope.operator(),
        editions,
        values,
        source.gate().timeout(),
        source.crds(),
        rules(source),
        (release, input) ->
            inputs.apis().questions().in(release, history.store().known(release), input));
  }

  private static DriftRules rules(HelmChart source) {
    return new DriftRules(source.drift().ignored());
  }

  private ReleaseWriter writer(
      Account account,
      ReleaseAccess.ByAccount byAccount,
      HelmChart source,
      TrustedRevisions trust) {
    var access = byAccount.of(account);
    return new ReleaseWriter(
        account,
        writes.isGone(),
        access,
        history.store(),
        trust,
        HistoryLimit.of(source.maxHistory(), source.gate().isDemanded()),
        source.drift().policy(),
        remover(access, source, trust),
        remover(byAccount.of(new Account.OfOperator()), source, trust),
        source.gate().timeout());
  }

  private ReleaseRemover remover(ReleaseAccess access, HelmChart source, TrustedRevisions trust) {
    return new ReleaseRemover(
        access.engine(),
        history.store(),
        trust,
        access.objects(),
        source.gate().timeout(),
        Optional.of(
            new Confinement(source.placement().places(), Overrides.of(source.values()).alone())));
  }
}
