package dev.catamaran.cli;

import dev.catamaran.chart.ChartLoader;
import dev.catamaran.helm.EngineTraps;
import dev.catamaran.helm.HelmTextTemplates;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.manager.BindAddress;
import dev.catamaran.manager.Manager;
import dev.catamaran.manager.ManagerException;
import dev.catamaran.manager.ManagerOptions;
import dev.catamaran.manager.ManagerOptions.Election;
import dev.catamaran.manager.MetricsEndpoint;
import dev.catamaran.manager.WatchesFile;
import dev.catamaran.supply.ChartSupply;
import dev.catamaran.supply.FollowedFiles;
import dev.catamaran.supply.PulledCharts;
import dev.catamaran.supply.RegistryConfig;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.WatchesLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code catamaran run}, with the flags and defaults of helm-operator. */
@Command(
    name = "run",
    description = "Run the operator until it is told to stop.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class Run implements Callable<Integer> {

  /** Kubernetes' bound for the value of a label. */
  private static final int LONGEST_LABEL = 63;

  @Option(
      names = "--watches-file",
      defaultValue = "./watches.yaml",
      description = "Path of watches.yaml (default: ${DEFAULT-VALUE}).")
  private Path watchesFile = Path.of("./watches.yaml");

  @Option(
      names = "--reconcile-period",
      defaultValue = "1m",
      converter = DurationConverter.class,
      description = "Default time between two looks at a primary (default: ${DEFAULT-VALUE}).")
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
          "Where /healthz and /readyz are served; 0 for nowhere (default: ${DEFAULT-VALUE}).")
  private String probeBindAddress = ":8081";

  @Option(
      names = {"--leader-elect", "--enable-leader-election"},
      arity = "0..1",
      fallbackValue = "true",
      description = "Reconcile only while holding a lease, so that several instances can run.")
  private boolean leaderElect;

  @Option(
      names = "--leader-election-id",
      description = "Name of the lease; also names the operator on what it makes.")
  private @Nullable String leaderElectionId;

  @Option(
      names = "--leader-election-namespace",
      description = "Namespace of the lease (default: the pod's own).")
  private @Nullable String leaderElectionNamespace;

  @Option(
      names = "--graceful-shutdown-timeout",
      defaultValue = "8s",
      converter = DurationConverter.class,
      description =
          "For how long running passes may go on after SIGTERM (default: ${DEFAULT-VALUE}).")
  private Duration gracefulShutdownTimeout = Duration.ofSeconds(8);

  @Option(
      names = "--kubeconfig",
      description = "Path of a kubeconfig (default: KUBECONFIG, or the pod's own account).")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--chart-cache",
      description =
          "Folder for pulled and unpacked charts (default: catamaran-charts in the temporary folder).")
  private @Nullable Path chartCache;

  @Option(
      names = "--registry-config",
      description =
          "Path of a Docker config.json with credentials (default: Helm's, then Docker's).")
  private @Nullable Path registryConfig;

  @Mixin private final LogOptions logOptions = new LogOptions();

  @Mixin private final GoFlags goFlags = new GoFlags();

  @Override
  public Integer call() throws InvalidWatchesException, InterruptedException {
    logOptions.apply();
    goFlags.explain();
    var options = options();
    var files = new FollowedFiles();
    var charts = charts(files);
    EngineTraps.close();
    WatchesFile.Reading reading =
        () ->
            new WatchesLoader(charts::check, new HelmTextTemplates())
                .load(watchesFile, System.getenv(), Run::isOnClassPath);
    var watches = reading.read();
    var log = LoggerFactory.getLogger(Run.class);
    watches.notes().forEach(log::info);
    var termination = Termination.onSignals();
    var manager = new Manager(options, watches, charts, Termination::atOnce);
    manager.start();
    var unused = new WatchesFile(watchesFile, reading, manager).follow(files);
    return termination.await(manager);
  }

  private ManagerOptions options() {
    var tls = metrics.tls();
    return new ManagerOptions(
        Optional.ofNullable(kubeconfig),
        namespaces(),
        reconcilePeriod,
        maxConcurrentReconciles,
        address(metrics.address()).map(where -> new MetricsEndpoint(where, tls)),
        address(probeBindAddress),
        election(),
        gracefulShutdownTimeout);
  }

  private Optional<Election> election() {
    if (!leaderElect) {
      return Optional.empty();
    }
    if (leaderElectionId == null || leaderElectionId.isBlank()) {
      throw new ManagerException(
          "--leader-elect needs --leader-election-id, the name of the lease");
    }
    if (leaderElectionId.length() > LONGEST_LABEL) {
      throw new ManagerException(
          "--leader-election-id is also a label on what the operator makes, and may have %d characters at most"
              .formatted(LONGEST_LABEL));
    }
    return Optional.of(
        new Election(leaderElectionId, Optional.ofNullable(leaderElectionNamespace)));
  }

  private static Optional<BindAddress> address(String text) {
    try {
      return BindAddress.parse(text);
    } catch (IllegalArgumentException e) {
      throw new ManagerException(String.valueOf(e.getMessage()));
    }
  }

  /** A comma-separated list; empty for all namespaces, as in the Go operators. */
  private static WatchedNamespaces namespaces() {
    var names = Optional.ofNullable(System.getenv("WATCH_NAMESPACE")).orElse("");
    return new WatchedNamespaces(
        Arrays.stream(names.split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .collect(Collectors.toSet()));
  }

  private static boolean isOnClassPath(String className) {
    try {
      Class.forName(className, false, Run.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private ChartSupply charts(FollowedFiles files) {
    var home = Path.of(System.getProperty("user.home"));
    var credentials =
        Optional.ofNullable(registryConfig)
            .map(file -> new RegistryConfig(List.of(file)))
            .orElseGet(() -> RegistryConfig.ofHelm(System.getenv(), home));
    var cache =
        Optional.ofNullable(chartCache)
            .orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"), "catamaran-charts"));
    return new ChartSupply(
        new ChartLoader(cache.resolve("unpacked")),
        new PulledCharts(cache.resolve("pulled"), credentials),
        files);
  }
}
