package dev.catamaran.cli;

import dev.catamaran.manager.Manager;
import dev.catamaran.manager.ManagerBuilder;
import dev.catamaran.options.WebhookOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran run}, with the flags and defaults of helm-operator. */
@Command(
    name = "run",
    description = "Run the operator until it receives a stop signal.",
    mixinStandardHelpOptions = true)
final class Run extends BaseCommand {
  private static final Logger log = LoggerFactory.getLogger(Run.class);

  @Option(
      names = "--watches-file",
      defaultValue = "./watches.yaml",
      description = "Path of watches.yaml (default: ${DEFAULT-VALUE}).")
  private Path watchesFile = Path.of("./watches.yaml");

  @Option(
      names = "--reconcile-period",
      defaultValue = "1m",
      description =
          "Default time between two reconciliations of an unchanged primary (default: ${DEFAULT-VALUE})."
              + " A release with nothing to do, and all its inputs watched, is left alone for ten of them.")
  private Duration reconcilePeriod = Duration.ofMinutes(1);

  @Option(
      names = "--max-concurrent-reconciles",
      description = "Default number of workers for each kind (default: the number of processors).")
  private int maxConcurrentReconciles = Runtime.getRuntime().availableProcessors();

  @Mixin private final MetricsFlags metrics = new MetricsFlags();

  @Option(
      names = "--health-probe-bind-address",
      defaultValue = ":8081",
      description =
          "Address at which /healthz and /readyz are served; 0 for none (default: ${DEFAULT-VALUE}).")
  private String probeBindAddress = ":8081";

  @Option(
      names = "--webhook-bind-address",
      paramLabel = "<address>",
      defaultValue = WebhookOptions.DEFAULT_ADDRESS,
      description = "Address at which webhooks are served; 0 for none (default: ${DEFAULT-VALUE}).")
  private String webhookAddress = WebhookOptions.DEFAULT_ADDRESS;

  @Option(
      names = "--webhook-cert-path",
      paramLabel = "<certificates>",
      description =
          "Directory with tls.crt and tls.key, which are followed; needed if webhooks are declared.")
  private @Nullable Path webhookCertificates;

  @Mixin private final LeaderFlags leader = new LeaderFlags();

  @Option(
      names = "--graceful-shutdown-timeout",
      defaultValue = "8s",
      description =
          "Time for which running passes may continue after SIGTERM (default: ${DEFAULT-VALUE}).")
  private Duration gracefulShutdownTimeout = Duration.ofSeconds(8);

  @Option(
      names = "--default-service-account",
      description =
          "Service account in each primary's namespace that makes its release, unless watches.yaml names one"
              + " (default: the operator's own permissions).")
  private @Nullable String defaultServiceAccount;

  @Option(
      names = "--kubeconfig",
      description =
          "Path of a kubeconfig (default: KUBECONFIG, else the pod's own account, else ~/.kube/config).")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--chart-cache",
      description =
          "Directory for pulled charts (default: catamaran-charts in the temporary directory).")
  private @Nullable Path chartCache;

  @Option(
      names = "--registry-config",
      description =
          "Path of a Docker config.json with credentials (default: Helm's, then Docker's).")
  private @Nullable Path registryConfig;

  @Mixin private final LogOptions logOptions = new LogOptions();

  // Flags of the Go helm-operator without effect here, so that its Deployments need no change.

  @Option(
      names = "--suppress-override-values",
      arity = "0..1",
      fallbackValue = "true",
      description = "Has no effect: values of overrides are never shown.")
  private boolean suppressOverrideValues;

  @Option(
      names = "--enable-http2",
      arity = "0..1",
      fallbackValue = "true",
      description = "Has no effect: /metrics is served by HTTP/1.1.")
  private boolean enableHttp2;

  @Override
  public Integer call() {
    logOptions.apply(err());
    explain();
    return manager().build().run();
  }

  /** Logs for each given flag why it has no effect. */
  private void explain() {
    if (suppressOverrideValues) {
      log.info("--suppress-override-values has no effect: values of overrides are never shown");
    }
    if (enableHttp2) {
      log.info("--enable-http2 has no effect: /metrics is served by HTTP/1.1");
    }
  }

  private ManagerBuilder manager() {
    var manager =
        Manager.builder()
            .watches(watchesFile)
            .reconcilePeriod(reconcilePeriod)
            .maxConcurrentReconciles(maxConcurrentReconciles)
            .metricsAddress(metrics.address())
            .probeAddress(probeBindAddress)
            .webhookAddress(webhookAddress)
            .gracefulShutdownTimeout(gracefulShutdownTimeout);
    metrics.tls().ifPresent(manager::metricsTls);
    ifGiven(webhookCertificates, manager::webhookCertificates);
    ifGiven(defaultServiceAccount, manager::defaultServiceAccount);
    ifGiven(kubeconfig, manager::kubeconfig);
    ifGiven(chartCache, manager::chartCache);
    ifGiven(registryConfig, manager::registryConfig);
    leader.describe(manager);
    return manager;
  }

  private static <T> void ifGiven(@Nullable T option, Consumer<T> use) {
    if (option != null) {
      use.accept(option);
    }
  }
}
