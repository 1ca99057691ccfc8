package dev.catamaran.reconcile;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.cluster.ReleaseObjects.HookWait;
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
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.observe.PendingRevisions;
import dev.catamaran.observe.ReadinessGate;
import dev.catamaran.observe.ReleaseObserver;
import dev.catamaran.observe.StoredPlaces;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.primary.KnownSecrets;
import dev.catamaran.primary.Primaries;
import dev.catamaran.primary.Primary;
import dev.catamaran.release.Account;
import dev.catamaran.release.AttemptKey;
import dev.catamaran.release.Confinement;
import dev.catamaran.release.Decision;
import dev.catamaran.release.HistoryLimit;
import dev.catamaran.release.MostRecent;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.report.Consequences;
import dev.catamaran.report.LastReports;
import dev.catamaran.report.ReleaseReporter;
import dev.catamaran.status.StatusWriter;
import dev.catamaran.telemetry.ReleaseMeters;
import dev.catamaran.watch.Options.RetryPolicy;
import dev.catamaran.watch.Watch.Permission;
import dev.catamaran.watch.Watch.Source.HelmChart;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What the passes over the primaries of one kind share. */
final class ChartKind {
  /**
   * Revisions that may exist beyond the history limit: pending and failed ones, and the targets of
   * rollbacks.
   */
  private static final int NOT_PRUNED = 4;

  /** Limit, since tenants choose the accounts. */
  private static final int MOST_ACCOUNTS = 100;

  final GroupVersionKind gvk;
  final HelmChart source;
  final Duration period;
  final RetryPolicy retry;
  final ReleaseMeters meters;
  final Rights rights;
  final Editions editions;
  final ReleaseObjects objects;
  final ReadinessGate gate;
  final TrustedRevisions trust;
  final ReleaseObserver observer;
  final ReleasePlaces places;
  final StoredPlaces storedPlaces;
  final ReleaseAdoption adoption;
  final Dependencies dependencies;
  final DesiredReleases desired;
  final Decision decision;
  final Extensions extensions;
  final Consequences consequences;
  final StatusWriter status;
  final ReleaseReporter reporter;
  final LastReports reports = new LastReports();
  final KnownSecrets secrets = new KnownSecrets();
  final RestingPrimaries resting = new RestingPrimaries();
  final ChartReconcilers shared;

  private final boolean isExtended;
  private final MostRecent<Account, ReleaseWriter> writers;

  /**
   * Combines the parts of one kind with those of the manager.
   *
   * @param extensions its Java extensions
   * @param period time between two passes over a primary without events
   * @param retry when failed actions are retried
   * @param meters the meters of its watch
   */
  ChartKind(
      ChartReconcilers shared,
      GroupVersionKind gvk,
      HelmChart source,
      List<ChartExtension> extensions,
      Duration period,
      RetryPolicy retry,
      ReleaseMeters meters) {
    this.shared = shared;
    this.gvk = gvk;
    this.source = source;
    this.period = period;
    this.retry = retry;
    this.meters = meters;
    this.isExtended = !extensions.isEmpty();
    var inputs = shared.inputs();
    var store = shared.history().store();
    var clock = shared.clock();
    this.rights = shared.scope().rights(source);
    this.editions = inputs.editions().of(gvk, source);
    this.objects = access(new Account.OfOperator()).objects();
    this.gate = new ReadinessGate(source.gate(), objects::unready);
    this.trust = new TrustedRevisions(AttemptKey.ofThisProcess()::signed);
    this.observer =
        new ReleaseObserver(
            store,
            trust,
            objects,
            source.drift().policy(),
            gate,
            new PendingRevisions(
                shared.history().term(), shared.history().calls(), source.gate().timeout(), clock),
            clock);
    this.places =
        new ReleasePlaces(rights, store, shared.primaries().claims(), shared.scope().isWatched());
    this.storedPlaces = new StoredPlaces(objects, inputs.places());
    this.adoption = new ReleaseAdoption(shared.primaries().mayLive(), rights);
    this.dependencies = new Dependencies(shared.primaries().router()::find);
    this.extensions =
        new Extensions(
            extensions, inputs.client(), shared.reports().events(), secrets, inputs.apis());
    var values =
        new ReleaseValues(
            source.charts(),
            source.values().from(),
            rights,
            this.extensions,
            new ReferencedValues(inputs.referencedObjects()),
            secrets,
            inputs.schemas());
    editions.planBy(values);
    this.desired =
        new DesiredReleases(
            shared.scope().operator(),
            editions,
            values,
            source.gate().timeout(),
            source.crds(),
            rules(),
            (release, input) -> inputs.apis().questions().in(release, store.known(release), input));
    this.decision = new Decision(source.remediation());
    this.consequences = new Consequences(gate, source.values().overrides().keySet());
    this.status = shared.reports().status();
    this.reporter = new ReleaseReporter(status, shared.reports().events(), secrets);
    this.writers = new MostRecent<>(MOST_ACCOUNTS, this::writer);
  }

  /** Returns what executes actions with the rights of the account of a release. */
  ReleaseWriter writer(Primary primary, ReleaseKey release) {
    return writers.of(rights.account(primary, release));
  }

  /** Returns the marks that the objects of a release carry. */
  Ownership ownership(PrimaryIdentity primary, ReleaseKey release) {
    return new Ownership(shared.scope().operator(), primary, release);
  }

  /** Returns how many revisions a status names. */
  int remembered() {
    return source.maxHistory() + NOT_PRUNED;
  }

  /** Whether an administrator's word stands for statuses that were lost. */
  boolean trustsStored() {
    return rights.allows(Permission.UNREPORTED_REVISIONS);
  }

  /** Whether each change of what a pass depends on wakes its primary. */
  boolean watchesAllInputs(Primary primary, ReleaseKey release) {
    return source.watchDependentResources()
        && !isExtended
        && primary.annotations().dependsOnNothing()
        && rights.account(primary, release) instanceof Account.OfOperator;
  }

  /** Returns how the release of a primary waits for hooks at present. */
  HookWait hookWait(PrimaryIdentity primary) {
    var store = shared.history().store();
    return store.releasesOf(primary).stream()
        .flatMap(release -> store.known(release).latest().stream())
        .map(objects::hookWait)
        .max(Comparator.naturalOrder())
        .orElse(HookWait.NONE);
  }

  /** Forgets a primary that is gone. */
  void forget(OfKind primary) {
    var identity = Primaries.identity(primary);
    resting.forget(primary);
    secrets.forget(identity.uid());
    reports.forget(identity.uid());
    places.forget(identity);
    status.forget(primary);
    desired.forget(primary);
    trust.forget(identity);
  }

  private ReleaseAccess access(Account account) {
    return shared.writes().of(source).of(account).exempting(rules()).measured(meters);
  }

  private DriftRules rules() {
    return new DriftRules(source.drift().ignored());
  }

  private ReleaseWriter writer(Account account) {
    var access = access(account);
    return new ReleaseWriter(
        account,
        shared.writes().isGone(),
        access,
        shared.history().store(),
        trust,
        HistoryLimit.of(source.maxHistory(), source.gate().isDemanded()),
        source.drift().policy(),
        remover(access),
        remover(access(new Account.OfOperator())),
        source.gate().timeout());
  }

  private ReleaseRemover remover(ReleaseAccess access) {
    return new ReleaseRemover(
        access.engine(),
        shared.history().store(),
        trust,
        access.objects(),
        source.gate().timeout(),
        Optional.of(
            new Confinement(source.placement().places(), Overrides.of(source.values()).alone())));
  }
}
