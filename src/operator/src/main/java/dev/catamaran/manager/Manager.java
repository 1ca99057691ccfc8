package dev.catamaran.manager;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chartsource.ChartSupply;
import dev.catamaran.cluster.ApiFailures;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.Descendants.UnwatchedDescendants;
import dev.catamaran.cluster.FinalizerExchange;
import dev.catamaran.cluster.LivingPrimaries;
import dev.catamaran.cluster.ReferencedObjects;
import dev.catamaran.cluster.ServiceAccounts;
import dev.catamaran.cluster.WatchedDescendants;
import dev.catamaran.controller.Controllers;
import dev.catamaran.controller.SdkOperators;
import dev.catamaran.controller.ServedKinds;
import dev.catamaran.controller.WatchedKinds;
import dev.catamaran.desired.Claims;
import dev.catamaran.election.Hold;
import dev.catamaran.election.WriteGuard;
import dev.catamaran.engine.Engine;
import dev.catamaran.events.SeriesRecorder;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.RenderedPlaces;
import dev.catamaran.helm.SecretReleaseStore;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.leader.LeaderTasks;
import dev.catamaran.leader.Leadership;
import dev.catamaran.leader.StagedTasks;
import dev.catamaran.observe.PendingRevisions.LeaderTerm;
import dev.catamaran.options.ManagerOptions;
import dev.catamaran.options.ManagerOptions.Election;
import dev.catamaran.reconcile.ChartReconcilers;
import dev.catamaran.reconcile.PrimaryRouter;
import dev.catamaran.release.Account;
import dev.catamaran.rollout.Rollouts;
import dev.catamaran.server.AccessReviews;
import dev.catamaran.server.ManagementServer;
import dev.catamaran.server.RememberedAdmissions;
import dev.catamaran.status.StatusWriter;
import dev.catamaran.telemetry.ClientMeters;
import dev.catamaran.telemetry.OwnPod;
import dev.catamaran.telemetry.SteadyClock;
import dev.catamaran.telemetry.Tracing;
import dev.catamaran.watch.Watches;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the reconcilers of all watches, chart-backed and typed, in one process under one lease. */
public final class Manager {
  private static final Logger log = LoggerFactory.getLogger(Manager.class);
  private static final Duration BEFORE_ASKING_AGAIN = Duration.ofSeconds(5);
  private static final Duration BETWEEN_LOOKS_AT_ROLLOUTS = Duration.ofSeconds(1);
  private static final Duration BETWEEN_MESSAGES = Duration.ofSeconds(10);

  private final ManagerOptions options;
  private final ClusterAccess access;
  private final Runnable onLeaseLost;
  private final Clock clock = Clock.systemUTC();
  private final Clock steady = SteadyClock.begin();
  private final Hold hold = Hold.begin();
  private final ManagerMeters meters = new ManagerMeters();
  private final ManagementServer server = new ManagementServer();
  private final Tracing tracing;
  private final SeriesRecorder events;
  private final LeaderTasks tasks = new LeaderTasks();
  private final OperatorRuntime runtime;
  private final Engine engine;
  private final AccountAccess accounts;
  private final ApiResources apis;
  private final PrimaryRouter router = new PrimaryRouter();
  private final Claims claims = new Claims();
  private final SecretReleaseStore store;
  private final WatchedDescendants descendants;
  private final ReferencedObjects referencedObjects;
  private final Controllers controllers = new Controllers();
  private final Rollouts rollouts;
  private final WatchedKinds kinds;
  private final StoredReleases releases;
  private final ServedKinds served;
  private final Health health;
  private final ServedWebhooks webhooks;
  private Runnable giveUpLease = () -> {};
  private volatile LeaderTerm term;
  private volatile boolean reconciling;
  private volatile boolean stopping;

  /** Returns a builder that describes a manager in Java. */
  public static ManagerBuilder builder() {
    return new ManagerBuilder();
  }

  /**
   * Builds a manager that does not run yet.
   *
   * @param watches initial watches
   * @param charts supplies the charts of watches
   * @param onLeaseLost called when another instance may write; must end the process at once
   * @throws ManagerException if a reconciler cannot be made
   */
  public Manager(
      ManagerOptions options, Watches watches, ChartSupply charts, Runnable onLeaseLost) {
    this.options = options;
    this.onLeaseLost = onLeaseLost;
    var registry = meters.registry();
    var unreadable = new UnreadableObjects(registry);
    this.access =
        ClusterAccess.open(
            options.kubeconfig(),
            unreadable,
            options.observers(new ClientMeters(registry), new WriteGuard(hold)));
    this.term = new LeaderTerm(clock.instant(), Duration.ZERO);
    this.tracing = Tracing.of(System.getenv(), options.operatorName(), ManagerMeters.version());
    var client = access.client();
    this.events =
        new SeriesRecorder(client, options.operatorName(), Leadership.hostname(), registry, clock);
    this.runtime =
        new OperatorRuntime(
            options.operatorName(), client, registry, tracing.tracer(), clock, events, tasks);
    this.apis = ApiResources.impatient(client);
    this.engine = ChartEngine.checked(access.engine());
    Engine.shortage().ifPresent(log::warn);
    hold.onChange(engine::lease);
    meters.show(engine);
    this.store =
        new SecretReleaseStore(
            client,
            ChartEngine.of(engine),
            options.namespaces(),
            revision -> claims.concernedBy(revision).forEach(router::wake));
    this.accounts =
        new AccountAccess(access, engine, apis, options.namespaces(), store::noteStored);
    this.descendants =
        new WatchedDescendants(
            client, apis, options.operatorName(), options.namespaces(), router::wake);
    this.referencedObjects = new ReferencedObjects(accounts::client, router::wake);
    var place = options.operatorNamespace(new OwnPod(System.getenv(), OwnPod.ACCOUNT));
    this.rollouts =
        new Rollouts(
            new Rollouts.Services(
                client,
                // Outside of a cluster, the namespace that kubectl takes.
                place.orElse(Objects.requireNonNullElse(client.getNamespace(), "default")),
                options.operatorName(),
                charts,
                charts,
                store,
                router,
                events,
                clock));
    this.kinds = new WatchedKinds(operators(place), charts, controllers, rollouts);
    tasks.start(
        PeriodicTask.every(
            BETWEEN_LOOKS_AT_ROLLOUTS,
            "rollouts",
            () -> {
              rollouts.look(kinds.watches());
              return PeriodicTask.Next.AGAIN;
            }));
    unreadable.recordBy(events, kinds::include);
    registry.gauge("catamaran.kinds.down", controllers, c -> c.troubles(Duration.ZERO).size());
    this.webhooks = new ServedWebhooks(options.webhooks());
    this.releases = new StoredReleases(store, kinds, apis, descendants);
    this.served = new ServedKinds(client, apis, this::onServedKinds, descendants::reconsider);
    this.health =
        new Health(controllers::troubles, this::silent, server::webhooksAreTrusted, clock);
    use(watches, () -> {});
    charts.onChange(
        chart -> kinds.madeFrom(chart).forEach(gvk -> router.wakeAll(gvk.group(), gvk.kind())));
  }

  /**
   * Starts webhooks, probes and metrics. Starts reconciliation at once, or when this instance is
   * elected. Returns soon.
   *
   * @throws ManagerException if the cluster cannot be reached, or an address is taken
   */
  public void start() {
    webhooks.start(server);
    server.serveProbes(options.probeAddress(), health::whyUnhealthy, health::whyNotReady);
    meters.show(kinds, router, rollouts);
    var reviews = new AccessReviews(access.client(), ManagementServer.METRICS);
    var admissions = new RememberedAdmissions(reviews::review, steady);
    options
        .metrics()
        .ifPresent(endpoint -> server.serveMetrics(endpoint, meters::scrape, admissions::of));
    log.info("Connected to {}", access.describe());
    engine.offer();
    options
        .election()
        .ifPresentOrElse(
            election ->
                giveUpLease =
                    new Leadership(access.client(), election, hold)
                        .seek(() -> lead(election), onLeaseLost),
            this::beginAlone);
  }

  /**
   * Switches to other watches. Kinds with an unchanged watch are not interrupted.
   *
   * @throws ManagerException if a reconciler cannot be made; then nothing changes
   */
  public void change(Watches watches) {
    use(watches, this::adjust);
    webhooks.compare(served.definitions(), kinds.watches());
    if (reconciling) {
      releases.watchWhatTheyMade();
    }
  }

  private void use(Watches watches, Runnable adjust) {
    var staged = new StagedTasks(tasks);
    var services = runtime.with(staged);
    var asked = webhooks.of(watches, services);
    kinds.change(watches, services, adjust);
    webhooks.change(asked);
    staged.commit();
  }

  /**
   * Stops: no new pass begins, and running passes may finish within the grace period. Helm's calls
   * that take longer are ended. Then the lease is given up.
   *
   * @return false if a periodic task still runs. The lease is still held then: the process must be
   *     halted, or {@link #finishWhenIdle} called
   */
  public boolean stop() {
    stopping = true;
    log.info("Stopping; passes that run may take {} s more", options.gracePeriod().toSeconds());
    var end = clock.instant().plus(options.gracePeriod());
    var endOfTasks = CompletableFuture.supplyAsync(() -> tasks.end(options.gracePeriod()));
    controllers.stop();
    boolean isIdle = endOfTasks.join();
    events.close();
    if (isIdle) {
      finish();
    }
    tracing.close(Duration.between(clock.instant(), end));
    return isIdle;
  }

  /**
   * Finishes an incomplete stop when the last periodic task has ended.
   *
   * @throws InterruptedException if the thread is interrupted; the lease is still held then
   */
  void finishWhenIdle() throws InterruptedException {
    while (!tasks.awaitEnd(BETWEEN_MESSAGES)) {
      log.debug("A periodic task still runs");
    }
    finish();
  }

  private void finish() {
    var cutOff = accounts.engine().running();
    // It decodes revisions by the engine.
    store.close();
    engine.close();
    giveUpLease.run();
    if (!cutOff.isEmpty()) {
      log.warn("Helm was still at work on {}; the next instance finishes that", cutOff);
    }
    served.close();
    descendants.close();
    referencedObjects.close();
    rollouts.close();
    server.close();
    access.close();
    log.info("Stopped");
  }

  /** Runs a task while this instance leads. */
  void runPeriodically(Function<OperatorRuntime, PeriodicTask> task) {
    tasks.start(task.apply(runtime));
  }

  private void beginAlone() {
    try {
      begin(Duration.ZERO);
    } catch (KubernetesClientException e) {
      throw new ManagerException(
          "cannot begin to reconcile: %s; mend that, and start again"
              .formatted(ApiFailures.words(e)));
    }
  }

  private void lead(Election election) {
    try {
      begin(election.times().lease());
    } catch (RuntimeException e) {
      if (stopping) {
        log.debug("The stop ended the start", e);
        return;
      }
      log.error(
          "Cannot begin to reconcile: {}",
          e instanceof KubernetesClientException refusal
              ? ApiFailures.words(refusal)
              : e.getMessage());
      onLeaseLost.run();
    }
  }

  private void begin(Duration grace) {
    term = new LeaderTerm(Instant.now(clock), grace);
    store.start();
    served.start();
    webhooks.compare(served.definitions(), kinds.watches());
    releases.watchWhatTheyMade();
    reconciling = true;
    meters.leads();
    adjust();
    tasks.lead();
    controllers.checkWatches();
    if (!served.isWatching()) {
      controllers.every(
          BEFORE_ASKING_AGAIN,
          () -> {
            if (!served.isWatching()) {
              adjust();
            }
          });
    }
  }

  /** Names what should be watched, but has not been for {@code longer}. */
  Stream<String> silent(Duration longer) {
    var ofKinds = reconciling ? controllers.silent(longer) : Stream.<String>empty();
    return Stream.of(
            store.silent(longer), descendants.silent(longer), ofKinds, served.silent(longer))
        .flatMap(Function.identity());
  }

  ManagerMeters meters() {
    return meters;
  }

  boolean isStopping() {
    return stopping;
  }

  private void onServedKinds() {
    webhooks.compare(served.definitions(), kinds.watches());
    adjust();
    // Charts may query APIs that appeared or disappeared, and objects may be of these kinds.
    router.wakeAll();
    // An informer's thread delivers the change, and must not wait for answers to requests.
    Thread.startVirtualThread(descendants::endUnserved);
  }

  private void adjust() {
    if (reconciling) {
      controllers.adjust(served::contains);
    }
  }

  private SdkOperators operators(Optional<String> place) {
    var client = access.client();
    var reconcilers =
        new ChartReconcilers(
            new ChartReconcilers.Scope(
                options.operatorName(),
                options.defaultServiceAccount(),
                place,
                Account.ServiceAccount.ofToken(client.getConfiguration().getAutoOAuthToken()),
                options.namespaces()::covers,
                () -> Watches.accounts(kinds.watches())),
            new ChartReconcilers.Inputs(
                rollouts,
                referencedObjects,
                apis,
                new RenderedPlaces(engine),
                ChartEngine.of(engine),
                client),
            new ChartReconcilers.Primaries(
                router, claims, new LivingPrimaries(client, apis)::mayLive),
            new ChartReconcilers.History(store, accounts.engine(), () -> term),
            new ChartReconcilers.Writes(
                accounts.over(descendants),
                accounts.over(new UnwatchedDescendants()),
                new ServiceAccounts(client)::isGone),
            new ChartReconcilers.Reports(
                new StatusWriter(client, Clock.systemUTC()), events, new FinalizerExchange(client)),
            clock);
    return new SdkOperators(
        client, apis, options, meters.registry(), tracing, reconcilers, events, steady);
  }
}
