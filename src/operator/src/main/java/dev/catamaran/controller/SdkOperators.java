package dev.catamaran.controller;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.cluster.ApiFailures;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.Finalizers;
import dev.catamaran.cluster.KindClasses;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.composite.Composition;
import dev.catamaran.composite.PassLimiter;
import dev.catamaran.composite.PolicyRetry;
import dev.catamaran.composite.TypedSettings;
import dev.catamaran.informer.Pages;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.options.ManagerOptions;
import dev.catamaran.reconcile.ChartReconciler;
import dev.catamaran.reconcile.ChartReconcilers;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.StatusWriter;
import dev.catamaran.telemetry.ReleaseMeters;
import dev.catamaran.telemetry.Tracing;
import dev.catamaran.telemetry.WatchMeters;
import dev.catamaran.watch.Options.RetryPolicy;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.Source.HelmChart;
import dev.catamaran.wire.TolerantSerialization;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.BaseConfigurationService;
import io.javaoperatorsdk.operator.api.config.ConfigurationService;
import io.javaoperatorsdk.operator.api.config.ResolvedControllerConfiguration;
import io.javaoperatorsdk.operator.api.config.informer.InformerConfiguration;
import io.javaoperatorsdk.operator.api.monitoring.AggregatedMetrics;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the SDK Operator of a watch. Configuration from watches.yaml takes precedence over
 * annotations on a reconciler's class.
 */
public final class SdkOperators {
  private static final Duration CACHE_SYNC = Duration.ofSeconds(10);

  private final KubernetesClient client;
  private final ApiResources apis;
  private final ManagerOptions options;
  private final MeterRegistry meters;
  private final Tracing tracing;
  private final ChartReconcilers chartReconcilers;
  private final EventRecorder events;
  private final Clock clock;
  private final LargePrimaries largePrimaries = new LargePrimaries();

  public SdkOperators(
      KubernetesClient client,
      ApiResources apis,
      ManagerOptions options,
      MeterRegistry meters,
      Tracing tracing,
      ChartReconcilers chartReconcilers,
      EventRecorder events,
      Clock clock) {
    this.client = client;
    this.apis = apis;
    this.options = options;
    this.meters = meters;
    this.tracing = tracing;
    this.chartReconcilers = chartReconcilers;
    this.events = events;
    this.clock = clock;
  }

  Operator forChart(
      Watch watch,
      HelmChart source,
      List<ChartExtension> extensions,
      Consumer<Throwable> onInformerEnd) {
    var gvk = watch.gvk();
    var api =
        apis.find(gvk.apiVersion(), gvk.kind())
            .orElseThrow(() -> new ManagerException(gvk + " is not served"));
    var watchMeters = new WatchMeters(meters, gvk);
    var releaseMeters = new ReleaseMeters(meters, gvk);
    var reconciler =
        chartReconcilers.of(gvk, source, extensions, period(watch), retry(watch), releaseMeters);
    var workers = workers(watch, FairWorkers.LOANS);
    var service = service(watch, workers, watchMeters, onInformerEnd);
    var operator = new MeteredOperator(service, watchMeters);
    operator.register(reconciler, configuration(watch, api, service, workers));
    return operator;
  }

  Operator forReconcilers(
      Watch watch, List<Reconciler<HasMetadata>> reconcilers, Consumer<Throwable> onInformerEnd) {
    var watchMeters = new WatchMeters(meters, watch.gvk());
    // The author of a reconciler may rely on the number.
    var service = service(watch, workers(watch, 0), watchMeters, onInformerEnd);
    var composition = Composition.of(reconcilers, settings(watch), service);
    var operator = new MeteredOperator(service, watchMeters);
    tolerate(composition.configuration().getResourceClass());
    operator.register(composition.reconciler(), composition.configuration());
    return operator;
  }

  /**
   * Checks early whether the reconcilers can run.
   *
   * @throws ManagerException if they cannot
   */
  void check(Watch watch, List<Reconciler<HasMetadata>> reconcilers) {
    try {
      Composition.of(reconcilers, settings(watch), new BaseConfigurationService());
    } catch (IllegalArgumentException e) {
      throw NamedClass.problem(watch, String.valueOf(e.getMessage()));
    }
  }

  private TypedSettings settings(Watch watch) {
    return new TypedSettings(
        controllerName(watch), watch.options(), period(watch), options.namespaces().names(), clock);
  }

  private static String controllerName(Watch watch) {
    return watch.gvk().kind().toLowerCase(Locale.ROOT) + "-controller";
  }

  private Duration period(Watch watch) {
    return watch.options().reconcilePeriod().orElse(options.reconcilePeriod());
  }

  private void tolerate(Class<? extends HasMetadata> primaries) {
    if (client.getKubernetesSerialization() instanceof TolerantSerialization serialization) {
      serialization.tolerate(primaries);
    }
  }

  private FairWorkers workers(Watch watch, int loans) {
    return new FairWorkers(
        watch.options().maxConcurrentReconciles().orElse(options.maxConcurrentReconciles()),
        loans,
        FairWorkers.PATIENCE);
  }

  private ConfigurationService service(
      Watch watch, FairWorkers workers, WatchMeters meters, Consumer<Throwable> onInformerEnd) {
    var refused = new RefusedWrites(watch.gvk(), events);
    meters.showRefused(refused, RefusedWrites::count);
    return ConfigurationService.newOverriddenConfigurationService(
        overrider ->
            overrider
                .withKubernetesClient(client)
                .withCloseClientOnStop(false)
                .withExecutorService(workers)
                .withReconciliationTerminationTimeout(options.gracePeriod())
                .withStopOnInformerErrorDuringStartup(false)
                .withCacheSyncTimeout(CACHE_SYNC)
                // By default the SDK ends the process.
                .withInformerStoppedHandler(
                    (informer, failure) -> Optional.ofNullable(failure).ifPresent(onInformerEnd))
                // An apply of the SDK's finalizer would create a deleted primary again. See ADR 25.
                .withUseSSAToPatchPrimaryResource(false)
                // Distinguishes late events from new ones.
                .withParseResourceVersions(true)
                .withMetrics(
                    new AggregatedMetrics(
                        List.of(tracing.beside(meters), refused, workers.groupRecorder()))));
  }

  private static RetryPolicy retry(Watch watch) {
    return watch.options().retry().orElse(RetryPolicy.DEFAULT);
  }

  private ResolvedControllerConfiguration<OfKind> configuration(
      Watch watch,
      ResourceDefinitionContext api,
      ConfigurationService service,
      FairWorkers workers) {
    @SuppressWarnings(
        "unchecked") // The SDK reads annotations of the class, and passes on only OfKind.
    var primaries = (Class<OfKind>) (Class<?>) KindClasses.of(api);
    tolerate(primaries);
    var informer = InformerConfiguration.builder(primaries);
    var changes = new PrimaryChanges();
    informer.withOnUpdateFilter(
        (now, before) -> {
          workers.note(now);
          return changes.accept(now, before);
        });
    informer.withInformerListLimit(Pages.SIZE);
    if (!watch.options().selector().isEmpty()) {
      informer.withLabelSelector(watch.options().selector().toSelectorString());
    }
    if (options.namespaces().names().isEmpty() || !api.isNamespaceScoped()) {
      informer.withWatchAllNamespaces();
    } else {
      informer.withNamespaces(Set.copyOf(options.namespaces().names()));
    }
    return new ResolvedControllerConfiguration<>(
        controllerName(watch),
        /* generationAware= */ false,
        ChartReconciler.class.getName(),
        new PolicyRetry(retry(watch)),
        watch.options().rateLimit().map(limit -> new PassLimiter(limit, clock)).orElse(null),
        period(watch),
        Finalizers.OURS,
        Map.of(),
        StatusWriter.FIELD_MANAGER,
        service,
        new BoundedPrimaries(
            informer.buildForController(),
            largePrimaries,
            known -> client.resources(primaries).resource(known).get()),
        /* triggerReconcilerOnAllEvents= */ false,
        /* workflowSpec= */ null);
  }

  /** An SDK Operator that removes its meters when it stops. */
  private static final class MeteredOperator extends Operator {
    private final WatchMeters meters;

    MeteredOperator(ConfigurationService service, WatchMeters meters) {
      super(service);
      this.meters = meters;
    }

    @Override
    public void stop() {
      super.stop();
      meters.close();
    }
  }

  /**
   * The settings of a kind's watch, with a {@link PrimaryStore} for each informer: the SDK runs one
   * for each namespace, and after a listing an informer removes all other objects from its store.
   */
  private static final class BoundedPrimaries extends InformerConfiguration<OfKind> {
    private final LargePrimaries budget;
    private final UnaryOperator<@Nullable OfKind> reader;

    BoundedPrimaries(
        InformerConfiguration<OfKind> settings,
        LargePrimaries budget,
        UnaryOperator<@Nullable OfKind> reader) {
      super(
          settings.getResourceClass(),
          settings.getName(),
          settings.getNamespaces(),
          settings.getFollowControllerNamespaceChanges(),
          settings.getLabelSelector(),
          settings.getOnAddFilter(),
          settings.getOnUpdateFilter(),
          settings.getOnDeleteFilter(),
          settings.getGenericFilter(),
          settings.getItemStore(),
          settings.getInformerListLimit(),
          settings.getFieldSelector());
      this.budget = budget;
      this.reader = reader;
    }

    /** Returns a new store. The SDK calls this once for each informer (InformerManager, 5.2.3). */
    @Override
    public ItemStore<OfKind> getItemStore() {
      return new PrimaryStore(budget, reader);
    }
  }

  /**
   * Reports that the operator may not write the primaries of a watch: no condition of them can say
   * so. An Event does on each primary, and one line of the log does for all.
   */
  private static final class RefusedWrites implements Metrics {
    private static final Logger log = LoggerFactory.getLogger(SdkOperators.class);

    private final GroupVersionKind gvk;
    private final EventRecorder events;
    private final Set<ResourceID> refused = ConcurrentHashMap.newKeySet();

    RefusedWrites(GroupVersionKind gvk, EventRecorder events) {
      this.gvk = gvk;
      this.events = events;
    }

    /** Returns how many primaries the API server refused to write in their last pass. */
    int count() {
      return refused.size();
    }

    @Override
    public void failedReconciliation(
        HasMetadata primary, Exception failure, Map<String, Object> metadata) {
      var id = ResourceID.fromResource(primary);
      refusal(primary, failure)
          .ifPresentOrElse(words -> note(primary, id, words), () -> refused.remove(id));
    }

    private void note(HasMetadata primary, ResourceID id, String words) {
      boolean isFirst = refused.isEmpty();
      refused.add(id);
      if (isFirst) {
        log.error(
            "Objects of {} cannot be written, so they get no finalizer or no status, and nothing more"
                + " is done for them: {}. Give the operator this permission (config/rbac/role.yaml); it"
                + " tries again by itself. No further refusal is logged until a write succeeds",
            gvk,
            words);
      }
      events.record(
          primary,
          EventRecorder.Type.WARNING,
          Reasons.FORBIDDEN,
          "the operator may not write this object, so its status is not current: " + words);
    }

    @Override
    public void finishedReconciliation(HasMetadata primary, Map<String, Object> metadata) {
      end(ResourceID.fromResource(primary));
    }

    @Override
    public void cleanupDoneFor(ResourceID primary, Map<String, Object> metadata) {
      end(primary);
    }

    private void end(ResourceID primary) {
      if (refused.remove(primary) && refused.isEmpty()) {
        log.info("Objects of {} can be written again", gvk);
      }
    }

    /**
     * Returns the API server's words, if it refused a write of {@code primary} for want of rights.
     */
    private static Optional<String> refusal(HasMetadata primary, Throwable failure) {
      return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
          .filter(KubernetesClientException.class::isInstance)
          .map(KubernetesClientException.class::cast)
          .filter(refusal -> isAbout(primary, refusal))
          .map(ApiFailures::of)
          .filter(failed -> failed.kind() == EngineFailure.Kind.FORBIDDEN)
          .map(EngineFailure::message)
          .findFirst();
    }

    private static boolean isAbout(HasMetadata primary, KubernetesClientException refusal) {
      var group = GroupVersionKind.parse(primary.getApiVersion(), primary.getKind()).group();
      return Optional.ofNullable(refusal.getStatus())
          .map(Status::getDetails)
          .filter(details -> primary.getMetadata().getName().equals(details.getName()))
          .filter(details -> group.equals(Optional.ofNullable(details.getGroup()).orElse("")))
          .isPresent();
    }
  }
}
