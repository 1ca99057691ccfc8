package dev.catamaran.preview;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.Charts;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.Descendants.UnwatchedDescendants;
import dev.catamaran.cluster.FinalizerExchange;
import dev.catamaran.cluster.KindClasses;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.LiveComparison;
import dev.catamaran.cluster.LiveReleaseObjects;
import dev.catamaran.cluster.LivingPrimaries;
import dev.catamaran.cluster.PrimaryKey;
import dev.catamaran.cluster.ReferencedObjects;
import dev.catamaran.controller.WatchedKinds;
import dev.catamaran.desired.Claims;
import dev.catamaran.desired.Edition;
import dev.catamaran.desired.Editions;
import dev.catamaran.desired.PlannedInput;
import dev.catamaran.desired.ReleaseValues;
import dev.catamaran.engine.Engine;
import dev.catamaran.execute.ReleaseAccess;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.HelmProcess;
import dev.catamaran.helm.RenderedPlaces;
import dev.catamaran.helm.SecretReleaseStore;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.kit.PeriodicTasks;
import dev.catamaran.manager.ClusterAccess;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.observe.PendingRevisions.LeaderTerm;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Primaries;
import dev.catamaran.primary.Primary;
import dev.catamaran.reconcile.ChartReconciler;
import dev.catamaran.reconcile.ChartReconcilers;
import dev.catamaran.reconcile.PrimaryRouter;
import dev.catamaran.release.Account;
import dev.catamaran.release.Account.ServiceAccount;
import dev.catamaran.release.EngineCalls;
import dev.catamaran.release.History;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.Revision;
import dev.catamaran.release.UnreadableReleaseException;
import dev.catamaran.status.StatusWriter;
import dev.catamaran.telemetry.ReleaseMeters;
import dev.catamaran.watch.Options.RetryPolicy;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.DriftPolicy;
import dev.catamaran.watch.Watch.Source.HelmChart;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * One pass of the operator, by the operator's own code. Its client and Helm write to a gateway,
 * with the rights of the release's account if the person may act as that, else with the person's
 * own.
 */
final class PassTrial implements AutoCloseable {
  /** A pass that prepares the next one takes over or unlocks a release. */
  private static final int MOST_PASSES = 4;

  private static final Duration PERIOD = Duration.ofMinutes(1);

  private final Previews.Input input;
  private final Gateway gateway;
  private final KubernetesClient client;
  private final ApiResources apis;
  private final Engine engine;
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final ReferencedObjects values;
  private final PlannedEditions editions;
  private final Map<ServiceAccount, Boolean> mayActAs = new ConcurrentHashMap<>();
  private final Set<ServiceAccount> unasked = ConcurrentHashMap.newKeySet();
  private final Clock clock = Clock.systemUTC();

  /**
   * Prepares passes.
   *
   * @param gateways runs what keeps their writes
   */
  PassTrial(Previews.Input input, Engine gateways) {
    this.input = input;
    this.gateway = new Gateway(gateways, input.login());
    this.client = gateway.client();
    this.apis = new ApiResources(client);
    this.engine = Engine.of(gateway.kubeconfig());
    this.editions = new PlannedEditions(input.charts());
    this.values = new ReferencedObjects(account -> clientOf(account, input.client()), key -> {});
  }

  /**
   * Runs the passes over a primary until the release is made, repaired or refused.
   *
   * @param deployed its live objects have the name of the operator, which a person does not give
   */
  ChartReconciler.Trial run(
      Watch watch, HelmChart source, OfKind primary, Optional<Revision> deployed) {
    unasked.clear();
    var rules = new DriftRules(source.drift().ignored());
    var comparison = new LiveComparison(client, apis, rules, engine);
    var operator = deployed.map(comparison::operator).orElse(LiveComparison.ANY_OPERATOR);
    var reconciler = reconciler(watch, source, operator);
    var trial = reconciler.tryOut(primary);
    for (int pass = 1; pass < MOST_PASSES && isPreparation(trial.outcome()); pass++) {
      trial = reconciler.tryOut(primary);
    }
    return source.drift().policy() == DriftPolicy.IGNORE
            && trial.outcome() instanceof ReleaseOutcome.DriftCorrected(var current, var ignored)
            && comparison.isDrifted(current, Primaries.identity(primary))
        ? new ChartReconciler.Trial(
            new ReleaseOutcome.DriftLeft(current, List.of()), trial.hold(), trial.hasFailed())
        : trial;
  }

  /** Where the passes write and read. */
  Gateway gateway() {
    return gateway;
  }

  /** Returns what {@link #run} could not look at, for people; empty for nothing. */
  String gap() {
    return unasked.stream()
        .map("not looked at: the rights of %s, which you may not impersonate"::formatted)
        .collect(Collectors.joining("; "));
  }

  /** Returns what a plan records of the primary, after {@link #run}. */
  PlannedInput planned(HelmChart source, OfKind primary, ReleaseKey release) {
    return editions.planned(Primary.of(primary, source.denied()), release);
  }

  void forget(OfKind primary) {
    values.forget(PrimaryKey.of(Primaries.identity(primary)));
  }

  private static boolean isPreparation(ReleaseOutcome outcome) {
    return outcome instanceof ReleaseOutcome.TakenOver
        || outcome instanceof ReleaseOutcome.Unlocked;
  }

  private ChartReconciler reconciler(Watch watch, HelmChart source, String operator) {
    var gvk = watch.gvk();
    return reconcilers(operator)
        .of(
            gvk,
            source,
            extensions(watch, source, operator),
            PERIOD,
            watch.options().retry().orElse(RetryPolicy.DEFAULT),
            new ReleaseMeters(meters, gvk));
  }

  private ChartReconcilers reconcilers(String operator) {
    return new ChartReconcilers(
        new ChartReconcilers.Scope(
            operator,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            namespace -> true,
            Set::of),
        new ChartReconcilers.Inputs(
            editions, values, apis, new RenderedPlaces(engine), ChartEngine.of(engine), client),
        new ChartReconcilers.Primaries(
            new PrimaryRouter(this::other),
            new Claims(),
            new LivingPrimaries(client, apis)::mayLive),
        new ChartReconcilers.History(
            new RequestedReleases(client, ChartEngine.of(engine)),
            new NoCalls(),
            // The running operator may still finish each pending revision.
            () -> new LeaderTerm(Instant.EPOCH, Duration.ZERO)),
        new ChartReconcilers.Writes(this::access, this::access, account -> false),
        new ChartReconcilers.Reports(
            new StatusWriter(client, clock), occurrence -> {}, new FinalizerExchange(client)),
        clock);
  }

  private ReleaseAccess access(Account account) {
    var own = HelmProcess.of(engine, apis.questions(), secret -> {});
    var objects =
        LiveReleaseObjects.of(
            client, apis, new UnwatchedDescendants(), WatchedNamespaces.all(), engine, clock);
    return had(account)
        .map(
            other ->
                new ReleaseAccess(
                    own.actingAs(other),
                    objects.through(ClusterAccess.actingAs(client, other), other)))
        .orElse(new ReleaseAccess(own, objects));
  }

  private KubernetesClient clientOf(Account account, KubernetesClient own) {
    return had(account).map(other -> ClusterAccess.actingAs(own, other)).orElse(own);
  }

  /** Returns the account, if the person may act as it, and it is not the operator's. */
  private Optional<ServiceAccount> had(Account account) {
    return switch (account) {
      case Account.OfOperator ignored -> Optional.empty();
      case ServiceAccount other when mayActAs(other) -> Optional.of(other);
      case ServiceAccount other -> {
        unasked.add(other);
        yield Optional.empty();
      }
    };
  }

  /** Whether the person may act as an account. Nobody can who acts as somebody else already. */
  private boolean mayActAs(ServiceAccount account) {
    var person = input.client().getConfiguration().getImpersonateUsername();
    return (person == null || person.isEmpty())
        && mayActAs.computeIfAbsent(account, this::isAllowed);
  }

  private boolean isAllowed(ServiceAccount account) {
    return input
        .client()
        .authorization()
        .v1()
        .selfSubjectAccessReview()
        .create(
            new SelfSubjectAccessReviewBuilder()
                .withNewSpec()
                .withNewResourceAttributes()
                .withVerb("impersonate")
                .withResource("serviceaccounts")
                .withNamespace(account.namespace())
                .withName(account.name())
                .endResourceAttributes()
                .endSpec()
                .build())
        .getStatus()
        .getAllowed();
  }

  private List<ChartExtension> extensions(Watch watch, HelmChart source, String operator) {
    var runtime =
        new OperatorRuntime(
            operator,
            client,
            meters,
            OpenTelemetry.noop().getTracer("preview"),
            clock,
            occurrence -> {},
            new NoTasks());
    return WatchedKinds.extensions(watch, source, runtime);
  }

  /** The present edition for each primary, whatever its wave; tells what a plan records of it. */
  private static final class PlannedEditions implements Editions.OfKinds {
    private final Editions.OfKinds all;
    private Optional<ReleaseValues> values = Optional.empty();

    PlannedEditions(Charts charts) {
      this.all = Editions.OfKinds.allAtOnce(charts);
    }

    @Override
    public Editions of(GroupVersionKind gvk, HelmChart source) {
      var present = all.of(gvk, source);
      return new Editions() {
        @Override
        public Edition of(Primary primary, ReleaseKey release) throws InvalidPrimaryException {
          return present.of(primary, release);
        }

        @Override
        public void planBy(ReleaseValues made) {
          values = Optional.of(made);
        }
      };
    }

    /** Returns what a plan records of a primary, after a pass over it. */
    PlannedInput planned(Primary primary, ReleaseKey release) {
      return values.orElseThrow().planned(primary, release);
    }
  }

  /** The stored revisions for a single pass: without a watch, each question is a request. */
  private static final class RequestedReleases extends SecretReleaseStore {
    RequestedReleases(KubernetesClient client, ChartEngine engine) {
      super(client, engine, WatchedNamespaces.all(), revision -> {});
    }

    @Override
    public History known(ReleaseKey release) {
      try {
        return refresh(release);
      } catch (UnreadableReleaseException e) {
        return History.none();
      }
    }

    /** Finds nothing: the status of a primary names its release. */
    @Override
    public List<ReleaseKey> releasesOf(PrimaryIdentity primary) {
      return List.of();
    }

    @Override
    public History refreshInstalled(ReleaseKey release) {
      return refresh(release);
    }

    @Override
    public History refreshUninstalled(ReleaseKey release) {
      return refresh(release);
    }
  }

  /** The calls of a process that has made none yet. */
  private static final class NoCalls implements EngineCalls {
    @Override
    public boolean isRunning(ReleaseKey release) {
      return false;
    }

    @Override
    public boolean hasReturned(ReleaseKey release, Instant at) {
      return false;
    }
  }

  /** Runs no task. */
  private static final class NoTasks implements PeriodicTasks {
    @Override
    public void start(PeriodicTask task) {}

    @Override
    public void stop(String name) {}
  }

  /** Finds a primary that this one waits for. */
  private Optional<OfKind> other(PrimaryKey key) {
    return input.watches().stream()
        .map(Watch::gvk)
        .filter(gvk -> gvk.group().equals(key.group()) && gvk.kind().equals(key.kind()))
        .findFirst()
        .flatMap(gvk -> apis.find(gvk.apiVersion(), gvk.kind()))
        .flatMap(
            api ->
                Optional.ofNullable(
                        client
                            .genericKubernetesResources(api)
                            .inNamespace(key.namespace())
                            .withName(key.name())
                            .get())
                    .map(
                        found ->
                            client
                                .getKubernetesSerialization()
                                .convertValue(found, KindClasses.of(api))));
  }

  @Override
  public void close() {
    engine.close();
    values.close();
    meters.close();
    gateway.close();
  }
}
