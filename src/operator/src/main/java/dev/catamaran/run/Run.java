package dev.catamaran.run;

import dev.catamaran.api.ManagerException;
import dev.catamaran.election.ElectionTimes;
import dev.catamaran.logging.Logback;
import dev.catamaran.logging.Logback.LogEncoder;
import dev.catamaran.logging.Logback.LogLevel;
import dev.catamaran.manager.Manager;
import dev.catamaran.manager.ManagerBuilder;
import dev.catamaran.options.MetricsEndpoint.Tls;
import dev.catamaran.options.WebhookOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code catamaran run}, with the flags and defaults of helm-operator. */
@Command(
    name = "run",
    description = "Run the operator until it receives a stop signal.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class Run implements Callable<Integer> {
  private static final Logger log = LoggerFactory.getLogger(Run.class);

  @Spec
  @SuppressWarnings("NullAway.Init") // Set by picocli.
  private CommandSpec spec;

  @Option(
      names = "--watches-file",
      defaultValue = "./watches.yaml",
      description = "Path of watches.yaml (default: ${DEFAULT-VALUE}).")
  private Path watchesFile = Path.of("./watches.yaml");

  @Option(
      names = "--reconcile-period",
      defaultValue = "1m",
      description =
          "Default time between two reconciliations of an unchanged custom resource (default: ${DEFAULT-VALUE})."
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
          "Service account in each custom resource's namespace that makes its release, unless watches.yaml names one"
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
    logOptions.apply(spec.commandLine().getErr());
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

  /** Flags for the election of one of several instances. */
  static final class LeaderFlags {
    @Option(
        names = {"--leader-elect", "--enable-leader-election"},
        arity = "0..1",
        fallbackValue = "true",
        description = "Reconcile only while holding a lease, so that several instances can run.")
    private boolean leaderElect;

    @Option(
        names = "--leader-election-id",
        description = "Name of the lease; also names the operator on what it makes.")
    private @Nullable String id;

    @Option(
        names = "--leader-election-namespace",
        description = "Namespace of the lease (default: the pod's own).")
    private @Nullable String namespace;

    @Option(
        names = "--leader-election-lease-duration",
        defaultValue = "15s",
        description =
            "Time for which a lease must stay unchanged before another instance takes it over"
                + " (default: ${DEFAULT-VALUE}).")
    private Duration lease = ElectionTimes.DEFAULT.lease();

    @Option(
        names = "--leader-election-renew-deadline",
        defaultValue = "10s",
        description =
            "Time without a renewal after which the leader stops; less than the lease duration (default:"
                + " ${DEFAULT-VALUE}).")
    private Duration renewDeadline = ElectionTimes.DEFAULT.renewDeadline();

    @Option(
        names = "--leader-election-retry-period",
        defaultValue = "2s",
        description =
            "Time between two attempts to acquire or renew the lease (default: ${DEFAULT-VALUE}).")
    private Duration retry = ElectionTimes.DEFAULT.retry();

    void describe(ManagerBuilder manager) {
      if (!leaderElect) {
        return;
      }
      if (id == null || id.isBlank()) {
        throw new ManagerException(
            "--leader-elect needs --leader-election-id, the name of the lease");
      }
      manager.leaderElectionTimes(new ElectionTimes(lease, renewDeadline, retry));
      if (namespace == null) {
        manager.leaderElection(id);
      } else {
        manager.leaderElection(id, namespace);
      }
    }
  }

  /** Flags for /metrics, equal to those of the Go helm-operator. */
  static final class MetricsFlags {
    @Option(
        names = {"--metrics-bind-address", "--metrics-addr"},
        defaultValue = ":8080",
        description =
            "Address at which /metrics is served; 0 for none (default: ${DEFAULT-VALUE}).")
    private String address = ":8080";

    @Option(
        names = "--metrics-secure",
        arity = "0..1",
        fallbackValue = "true",
        description = "Serve /metrics over HTTPS.")
    private boolean secure;

    @Option(
        names = "--metrics-require-rbac",
        arity = "0..1",
        fallbackValue = "true",
        description =
            "Serve /metrics only to callers with a bearer token that may get it; needs --metrics-secure.")
    private boolean requireRbac;

    @Option(
        names = "--metrics-cert-path",
        description =
            "Directory with tls.crt and tls.key for --metrics-secure (default: made at start, self-signed).")
    private @Nullable Path certificates;

    String address() {
      return address;
    }

    /**
     * Returns the HTTPS options; empty for plain HTTP.
     *
     * @throws ManagerException if flags are given that have no meaning for plain HTTP
     */
    Optional<Tls> tls() {
      if (secure) {
        return Optional.of(new Tls(Optional.ofNullable(certificates), requireRbac));
      }
      if (requireRbac) {
        throw new ManagerException(
            "--metrics-require-rbac needs --metrics-secure: tokens must not be sent in clear");
      }
      if (certificates != null) {
        throw new ManagerException("--metrics-cert-path needs --metrics-secure");
      }
      return Optional.empty();
    }
  }

  /**
   * Flags for the log, equal to zap's flags, so that a Deployment of the Go operators needs no
   * change.
   */
  static final class LogOptions {
    /** By name: without logback on the class path, its classes cannot be loaded. */
    private static final String CONTEXT_OF_LOGBACK = "ch.qos.logback.classic.LoggerContext";

    @Option(
        names = {"--zap-log-level", "--log-level"},
        defaultValue = "info",
        description = "debug, info, warn or error (default: ${DEFAULT-VALUE}).")
    private LogLevel level = LogLevel.info;

    @Option(
        names = {"--zap-encoder", "--log-encoder"},
        defaultValue = "console",
        description = "console or json (default: ${DEFAULT-VALUE}).")
    private LogEncoder encoder = LogEncoder.console;

    /** Writes no log until {@link #apply}: other commands print their failures themselves. */
    static void silence() {
      if (isLogback()) {
        Logback.silence();
      }
    }

    private static boolean isLogback() {
      return contextName().equals(CONTEXT_OF_LOGBACK);
    }

    private static String contextName() {
      return LoggerFactory.getILoggerFactory().getClass().getName();
    }

    /**
     * Configures logback.
     *
     * @param warnings receives a warning if another backend of SLF4J writes the log, or none
     */
    void apply(PrintWriter warnings) {
      if (isLogback()) {
        Logback.configure(level, encoder);
      } else {
        warnings.printf(
            "warning: the flags of the log have no effect, and nothing removes secrets from its lines:"
                + " SLF4J writes with %s; add ch.qos.logback:logback-classic to the class path%n",
            contextName());
      }
    }
  }
}
