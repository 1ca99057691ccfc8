package dev.catamaran.preview;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.Charts;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.Definitions;
import dev.catamaran.cluster.FinalizerExchange;
import dev.catamaran.cluster.KindClasses;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.LiveReleaseObjects;
import dev.catamaran.cluster.LivingPrimaries;
import dev.catamaran.cluster.PrimaryKey;
import dev.catamaran.cluster.ReferencedObjects;
import dev.catamaran.cluster.UnwatchedDescendants;
import dev.catamaran.controller.NamedClass;
import dev.catamaran.desired.Claims;
import dev.catamaran.desired.Edition;
import dev.catamaran.desired.Editions;
import dev.catamaran.desired.PlannedInput;
import dev.catamaran.desired.ReleaseValues;
import dev.catamaran.engine.Engine;
import dev.catamaran.execute.PreparedEngine;
import dev.catamaran.execute.ReleaseAccess;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.HelmProcess;
import dev.catamaran.helm.RenderedPlaces;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.kit.PeriodicTasks;
import dev.catamaran.manager.ClusterAccess;
import dev.catamaran.observe.LeaderTerm;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Primaries;
import dev.catamaran.primary.Primary;
import dev.catamaran.reconcile.ChartReconciler;
import dev.catamaran.reconcile.ChartReconcilers;
import dev.catamaran.reconcile.PrimaryRouter;
import dev.catamaran.release.Account;
import dev.catamaran.release.Account.ServiceAccount;
import dev.catamaran.release.EngineCalls;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.status.StatusWriter;
import dev.catamaran.telemetry.ReleaseMeters;
import dev.catamaran.watch.RetryPolicy;
import dev.catamaran.watch.Source.ExtensionSource;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
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
  private final KubernetesClient client;
  private final ApiResources apis;
  private final Engine engine;
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final ReferencedObjects values;
  private final PlannedEditions editions;
  private final Predicate<ServiceAccount> mayActAs;
  private final Set<ServiceAccount> unasked = ConcurrentHashMap.newKeySet();
  private final Clock clock = Clock.systemUTC();

  /**
   * Prepares passes.
   *
   * @param gateway keeps their writes
   * @param mayActAs whether the person may act as an account
   */
  PassTrial(
      Previews.Input input,
      Gateway gateway,
      ApiResources apis,
      Predicate<ServiceAccount> mayActAs) {
    this.input = input;
    this.client = gateway.client();
    this.apis = apis;
    this.engine = Engine.of(gateway.kubeconfig());
    this.editions = new PlannedEditions(input.charts());
    this.values = new ReferencedObjects(account -> clientOf(account, input.client()), key -> {});
    this.mayActAs = mayActAs;
  }

  /**
   * Runs the passes over a primary until the release is made, repaired or refused.
   *
   * @param operator its name
   */
  ChartReconciler.Trial run(Watch watch, HelmChart source, OfKind primary, String operator) {
    unasked.clear();
    var reconciler = reconciler(watch, source, operator);
    var trial = reconciler.tryOut(primary);
    for (int pass = 1; pass < MOST_PASSES && isPreparation(trial.outcome()); pass++) {
      trial = reconciler.tryOut(primary);
    }
    return trial;
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

  /** Forgets a primary. */
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
    var own = HelmProcess.of(engine, apis.questions());
    var acting = clientOf(account, client);
    return new ReleaseAccess(
        new PreparedEngine(
            had(account).map(own::actingAs).orElse(own),
            ChartEngine.of(engine),
            new Definitions(acting, apis)),
        LiveReleaseObjects.of(
                client, apis, new UnwatchedDescendants(), WatchedNamespaces.all(), clock)
            .through(acting));
  }

  private KubernetesClient clientOf(Account account, KubernetesClient own) {
    return had(account).map(other -> ClusterAccess.actingAs(own, other)).orElse(own);
  }

  /** Returns the account, if the person may act as it, and it is not the operator's. */
  private Optional<ServiceAccount> had(Account account) {
    return switch (account) {
      case Account.OfOperator ignored -> Optional.empty();
      case ServiceAccount other when mayActAs.test(other) -> Optional.of(other);
      case ServiceAccount other -> {
        unasked.add(other);
        yield Optional.empty();
      }
    };
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
    return source.extensions().stream()
        .map(
            extension ->
                switch (extension) {
                  case ExtensionSource.Named(var name) ->
                      new NamedClass(watch, name).instance(ChartExtension.class, runtime);
                  case ExtensionSource.Given(var given) -> given;
                })
        .toList();
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
  }
}
