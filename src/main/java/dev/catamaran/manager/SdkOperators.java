package dev.catamaran.manager;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.Finalizers;
import dev.catamaran.cluster.KindClasses;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.reconcile.ChartReconciler;
import dev.catamaran.reconcile.ChartReconcilers;
import dev.catamaran.status.StatusWriter;
import dev.catamaran.telemetry.ReleaseMeters;
import dev.catamaran.telemetry.Tracing;
import dev.catamaran.telemetry.WatchMeters;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.ConfigurationService;
import io.javaoperatorsdk.operator.api.config.ResolvedControllerConfiguration;
import io.javaoperatorsdk.operator.api.config.informer.InformerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes the SDK Operator of a watch, configured by watches.yaml: it wins over annotations on a
 * reconciler's class.
 */
final class SdkOperators {
  private static final Duration CACHE_SYNC = Duration.ofSeconds(10);

  private final KubernetesClient client;
  private final ApiResources apis;
  private final ManagerOptions options;
  private final MeterRegistry meters;
  private final Tracing tracing;
  private final ChartReconcilers chartReconcilers;

  SdkOperators(
      KubernetesClient client,
      ApiResources apis,
      ManagerOptions options,
      MeterRegistry meters,
      Tracing tracing,
      ChartReconcilers chartReconcilers) {
    this.client = client;
    this.apis = apis;
    this.options = options;
    this.meters = meters;
    this.tracing = tracing;
    this.chartReconcilers = chartReconcilers;
  }

  /** The Operator of a chart-backed kind. */
  Operator forChart(Watch watch, HelmChart source, List<ChartExtension> extensions) {
    var gvk = watch.gvk();
    var api =
        apis.find(gvk.apiVersion(), gvk.kind())
            .orElseThrow(() -> new ManagerException(gvk + " is not served"));
    var watchMeters = new WatchMeters(meters, gvk);
    var reconciler =
        chartReconcilers.of(gvk, source, extensions, period(watch), new ReleaseMeters(meters, gvk));
    var service = service(watch, watchMeters);
    var operator = new MeteredOperator(service, watchMeters);
    operator.register(reconciler, configuration(watch, api, service));
    return operator;
  }

  /** The Operator of a kind with a reconciler of its own. */
  <P extends HasMetadata> Operator forReconciler(Watch watch, Reconciler<P> reconciler) {
    var watchMeters = new WatchMeters(meters, watch.gvk());
    var operator = new MeteredOperator(service(watch, watchMeters), watchMeters);
    operator.register(
        reconciler,
        overrider -> {
          overrider.withReconciliationMaxInterval(period(watch)).withRetry(retry());
          if (!watch.options().selector().isEmpty()) {
            overrider.withLabelSelector(watch.options().selector().toSelectorString());
          }
          if (!options.namespaces().names().isEmpty()) {
            overrider.settingNamespaces(options.namespaces().names());
          }
        });
    return operator;
  }

  private Duration period(Watch watch) {
    return watch.options().reconcilePeriod().orElse(options.reconcilePeriod());
  }

  private ConfigurationService service(Watch watch, WatchMeters meters) {
    int workers =
        watch.options().maxConcurrentReconciles().orElse(options.maxConcurrentReconciles());
    return ConfigurationService.newOverriddenConfigurationService(
        overrider ->
            overrider
                .withKubernetesClient(client)
                .withCloseClientOnStop(false)
                .withConcurrentReconciliationThreads(workers)
                .withReconciliationTerminationTimeout(options.gracePeriod())
                .withStopOnInformerErrorDuringStartup(false)
                .withCacheSyncTimeout(CACHE_SYNC)
                // By which a late event is told from one that brings something new.
                .withParseResourceVersions(true)
                .withMetrics(tracing.beside(meters)));
  }

  /** Never gives up: work is late when the cluster is not well, but not lost. */
  private static GenericRetry retry() {
    return new GenericRetry()
        .setInitialInterval(1_000)
        .setIntervalMultiplier(2)
        .setMaxInterval(Duration.ofMinutes(5).toMillis())
        .setMaxAttempts(-1);
  }

  private ResolvedControllerConfiguration<OfKind> configuration(
      Watch watch, ResourceDefinitionContext api, ConfigurationService service) {
    @SuppressWarnings(
        "unchecked") // The SDK reads annotations of the class, and OfKind is all it hands on.
    var primaries = (Class<OfKind>) (Class<?>) KindClasses.of(api);
    var informer = InformerConfiguration.builder(primaries);
    informer.withOnUpdateFilter(new PrimaryChanges());
    if (!watch.options().selector().isEmpty()) {
      informer.withLabelSelector(watch.options().selector().toSelectorString());
    }
    if (options.namespaces().names().isEmpty() || !api.isNamespaceScoped()) {
      informer.withWatchAllNamespaces();
    } else {
      informer.withNamespaces(Set.copyOf(options.namespaces().names()));
    }
    return new ResolvedControllerConfiguration<>(
        watch.gvk().kind().toLowerCase(java.util.Locale.ROOT) + "-controller",
        /* generationAware= */ false,
        ChartReconciler.class.getName(),
        retry(),
        /* rateLimiter= */ null,
        period(watch),
        Finalizers.OURS,
        Map.of(),
        StatusWriter.FIELD_MANAGER,
        service,
        informer.buildForController(),
        /* triggerReconcilerOnAllEvents= */ false,
        /* workflowSpec= */ null);
  }
}
