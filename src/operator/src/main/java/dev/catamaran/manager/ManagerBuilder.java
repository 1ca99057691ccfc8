package dev.catamaran.manager;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chartsource.FollowedFiles;
import dev.catamaran.election.ElectionTimes;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.kit.PeriodicTask;
import dev.catamaran.kit.Webhook;
import dev.catamaran.options.MetricsEndpoint;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.Options;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.Source.GivenReconcilers;
import dev.catamaran.watch.Watch.Source.Maker;
import dev.catamaran.watch.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.LoggerFactory;

/**
 * Describes a manager in Java: the options of {@code catamaran run} with the same defaults, and
 * options without a flag. {@link #build} reports all problems at once.
 */
public final class ManagerBuilder {
  private final OptionsBuilder options = new OptionsBuilder();
  private final Map<GroupVersionKind, List<ChartExtension>> extensions = new LinkedHashMap<>();
  private final Map<GroupVersionKind, List<Webhook>> webhooks = new LinkedHashMap<>();
  private final List<Watch> declared = new ArrayList<>();
  private final StringBuilder entries = new StringBuilder();
  private final List<Function<OperatorRuntime, PeriodicTask>> tasks = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private Optional<Path> watchesFile = Optional.empty();

  ManagerBuilder() {}

  /** Reconciles the kinds of a watches.yaml, and follows changes of the file. */
  public ManagerBuilder watches(Path file) {
    watchesFile = Optional.of(file);
    return this;
  }

  /** Backs a kind by a chart, with the defaults of watches.yaml. */
  public ManagerBuilder chart(GroupVersionKind kind, Path chart) {
    return chart(kind, chart, "");
  }

  /**
   * Backs a kind by a chart.
   *
   * @param chart a folder or a .tgz
   * @param settings the other fields of an entry of watches.yaml, such as {@code maxHistory: 3}; a
   *     line for each
   */
  public ManagerBuilder chart(GroupVersionKind kind, Path chart, String settings) {
    entries
        .append("- group: \"%s\"\n".formatted(kind.group()))
        .append("  version: %s\n".formatted(kind.version()))
        .append("  kind: %s\n".formatted(kind.kind()))
        .append("  chart: %s\n".formatted(TextNode.valueOf(chart.toAbsolutePath().toString())))
        .append(settings.indent(2));
    return this;
  }

  /** Adds an extension to those of a chart-backed kind, from watches.yaml or this builder. */
  public ManagerBuilder extension(GroupVersionKind kind, ChartExtension extension) {
    extensions.computeIfAbsent(kind, key -> new ArrayList<>()).add(extension);
    return this;
  }

  /** Reconciles a kind with a Java reconciler. */
  public ManagerBuilder reconciler(
      GroupVersionKind kind, Reconciler<? extends HasMetadata> reconciler) {
    return reconcilers(kind, Options.DEFAULT, List.of(runtime -> reconciler));
  }

  /**
   * Reconciles a kind with a Java reconciler.
   *
   * @param maker makes the reconciler, such as {@code MemcachedReconciler::new}
   */
  public ManagerBuilder reconciler(
      GroupVersionKind kind,
      Function<OperatorRuntime, ? extends Reconciler<? extends HasMetadata>> maker) {
    return reconcilers(kind, Options.DEFAULT, List.of(maker::apply));
  }

  /** Reconciles a kind with several reconcilers, in this order: one pass runs them all. */
  @SafeVarargs
  @SuppressWarnings("varargs") // They are only read.
  public final ManagerBuilder reconcilers(
      GroupVersionKind kind, Reconciler<? extends HasMetadata>... reconcilers) {
    return reconcilers(kind, Options.DEFAULT, given(List.of(reconcilers)));
  }

  /**
   * Does the same, with the options that watches.yaml can set for a kind.
   *
   * @param options take precedence over annotations of the classes
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // They are only read.
  public final ManagerBuilder reconcilers(
      GroupVersionKind kind, Options options, Reconciler<? extends HasMetadata>... reconcilers) {
    return reconcilers(kind, options, given(List.of(reconcilers)));
  }

  private static List<Maker> given(List<Reconciler<? extends HasMetadata>> reconcilers) {
    return reconcilers.stream().<Maker>map(given -> runtime -> given).toList();
  }

  private ManagerBuilder reconcilers(GroupVersionKind kind, Options options, List<Maker> makers) {
    if (makers.isEmpty()) {
      problems.add(kind + ": there is no reconciler");
    }
    declared.add(new Watch(kind, new GivenReconcilers(makers), options, 0));
    return this;
  }

  /** Adds a webhook to those of a kind, from watches.yaml or this builder. */
  public ManagerBuilder webhook(GroupVersionKind kind, Webhook webhook) {
    webhooks.computeIfAbsent(kind, key -> new ArrayList<>()).add(webhook);
    return this;
  }

  /** Runs a task while this instance leads. */
  public ManagerBuilder task(Function<OperatorRuntime, PeriodicTask> task) {
    tasks.add(task);
    return this;
  }

  /** Sets the namespaces of primaries; by default those of WATCH_NAMESPACE, or all. */
  public ManagerBuilder namespaces(String... names) {
    options.namespaces = List.of(names);
    return this;
  }

  /** Elects one of several instances, with a lease in the pod's own namespace. */
  public ManagerBuilder leaderElection(String id) {
    options.electionId = Optional.of(id);
    return this;
  }

  /**
   * Elects one of several instances.
   *
   * @param id name of the lease, and operator name on created objects
   * @param namespace of the lease
   */
  public ManagerBuilder leaderElection(String id, String namespace) {
    options.electionNamespace = Optional.of(namespace);
    return leaderElection(id);
  }

  /** Sets the times of an election; by default those of Kubernetes' own components. */
  public ManagerBuilder leaderElectionTimes(ElectionTimes times) {
    options.electionTimes = times;
    return this;
  }

  /** Sets the address of /metrics, such as {@code :8080}; {@code 0} for none. */
  public ManagerBuilder metricsAddress(String address) {
    options.metricsAddress = address;
    return this;
  }

  /** Serves /metrics over HTTPS. */
  public ManagerBuilder metricsTls(MetricsEndpoint.Tls tls) {
    options.metricsTls = Optional.of(tls);
    return this;
  }

  /** Sets the address of /healthz and /readyz, such as {@code :8081}; {@code 0} for none. */
  public ManagerBuilder probeAddress(String address) {
    options.probeAddress = address;
    return this;
  }

  /**
   * Sets the address of webhooks, such as {@code :9443}; {@code 0} for none, even if some are
   * declared.
   */
  public ManagerBuilder webhookAddress(String address) {
    options.webhookAddress = address;
    return this;
  }

  /** Sets a folder with tls.crt and tls.key for webhooks, and follows its changes. */
  public ManagerBuilder webhookCertificates(Path folder) {
    options.webhookCertificates = Optional.of(folder);
    return this;
  }

  /** Sets the cluster; by default that of KUBECONFIG, or the pod's own. */
  public ManagerBuilder kubeconfig(Path file) {
    options.kubeconfig = Optional.of(file);
    return this;
  }

  /**
   * Sets an account for the releases of all chart-backed kinds that name none. The account is in
   * the primary's namespace. Its rights install, repair and uninstall these releases; the
   * operator's own rights change nothing there.
   */
  public ManagerBuilder defaultServiceAccount(String name) {
    options.defaultServiceAccount = Optional.of(name);
    return this;
  }

  /** Sets the time between two passes over an unchanged primary, unless the kind sets another. */
  public ManagerBuilder reconcilePeriod(Duration period) {
    options.reconcilePeriod = period;
    return this;
  }

  /** Sets the number of workers of each kind, unless the kind sets another. */
  public ManagerBuilder maxConcurrentReconciles(int workers) {
    options.maxConcurrentReconciles = workers;
    return this;
  }

  /** Sets the time for running passes to finish when the manager stops. */
  public ManagerBuilder gracefulShutdownTimeout(Duration period) {
    options.gracePeriod = period;
    return this;
  }

  /**
   * Sets an interceptor for each request of the operator's client. Helm's own requests bypass it.
   */
  public ManagerBuilder intercept(Interceptor interceptor) {
    options.interceptor = Optional.of(interceptor);
    return this;
  }

  /** Sets the folder for pulled charts. */
  public ManagerBuilder chartCache(Path folder) {
    options.chartCache = Optional.of(folder);
    return this;
  }

  /** Sets a Docker config.json with credentials for charts; by default Helm's, then Docker's. */
  public ManagerBuilder registryConfig(Path file) {
    options.registryConfig = Optional.of(file);
    return this;
  }

  /**
   * Reads and checks everything except the cluster.
   *
   * @throws ManagerException with all problems
   */
  public ConfiguredManager build() {
    var wrong = new ArrayList<>(problems);
    wrong.addAll(options.problems());
    var supply = ManagerSupply.open(options.chartCache, options.registryConfig);
    var all = new ArrayList<>(declared);
    if (!entries.isEmpty()) {
      var read = supply.entries(entries.toString());
      read.problems().forEach(problem -> wrong.add(problem.message()));
      read.watches().watches().forEach(watch -> all.add(watch.withoutLine()));
    }
    var reading = supply.reading(watchesFile, new DeclaredWatches(all, extensions, webhooks));
    var file = watchesFile.map(FollowedFiles::see);
    var watches = read(reading, wrong);
    if (wrong.isEmpty()) {
      watches.flatMap(this::webhookProblem).ifPresent(wrong::add);
    }
    if (watches.isEmpty() || !wrong.isEmpty()) {
      supply.close();
      throw new ManagerException(String.join("\n", wrong));
    }
    return new ConfiguredManager(
        options.build(), file, reading, watches.get(), List.copyOf(tasks), supply);
  }

  /**
   * Builds and runs the manager, for a main method. Logs problems.
   *
   * @return exit code for the process
   */
  public int run() {
    try {
      return build().run();
    } catch (ManagerException e) {
      LoggerFactory.getLogger(Manager.class).error("{}", e.getMessage());
      return 1;
    }
  }

  private Optional<String> webhookProblem(Watches watches) {
    return options.build().webhooks().problem(watches.watches());
  }

  private static Optional<Watches> read(WatchesFile.Reading reading, List<String> problems) {
    try {
      return Optional.of(reading.read());
    } catch (InvalidWatchesException e) {
      problems.add(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }
}
