package dev.catamaran.testkit;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.manager.ClusterAccess;
import dev.catamaran.manager.Manager;
import dev.catamaran.manager.ManagerBuilder;
import dev.catamaran.manager.ManagerException;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs reconcilers as their operator does, on a real API server: the real manager, in a namespace
 * of the test's own.
 *
 * <pre>{@code
 * try (var operator = TestKit.run(new MemcachedBackupReconciler())) {
 *   operator.create(backup("one", 2));
 *   operator.await(MemcachedBackup.class, "one", found -> found.getStatus().nodes().size() == 2);
 * }
 * }</pre>
 *
 * <p>The cluster is that of the system property {@code kubeconfig}, else of the environment
 * variable KUBECONFIG. What kubectl would use without these is never taken: tests write and delete.
 */
public final class TestKit {
  /** So long that nothing happens by the clock. */
  private static final Duration NEVER = Duration.ofHours(1);

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<Reconciler<?>> reconcilers;
  private final List<Path> definitions = new ArrayList<>();
  private Optional<Path> kubeconfig = Optional.empty();
  private Duration period = NEVER;
  private Duration timeout = PATIENCE;
  private UnaryOperator<ManagerBuilder> more = UnaryOperator.identity();

  private TestKit(List<Reconciler<?>> reconcilers) {
    this.reconcilers = reconcilers;
  }

  /**
   * Runs reconcilers with all defaults.
   *
   * @throws ManagerException if there is no cluster, or it does not serve a kind whose CRD is not
   *     found either; the message says what to do
   */
  public static TestedOperator run(Reconciler<?>... reconcilers) {
    return with(reconcilers).start();
  }

  /** Begins to describe an operator with these reconcilers; those of one kind run in this order. */
  public static TestKit with(Reconciler<?>... reconcilers) {
    return new TestKit(List.of(reconcilers));
  }

  /** Whose cluster it is, and with whose rights the operator works. */
  public TestKit kubeconfig(Path file) {
    kubeconfig = Optional.of(file);
    return this;
  }

  /**
   * Applies a file of CRDs before the operator starts. Without one, a CRD that the cluster does not
   * serve is looked for in {@code config/crd/bases}, and on the class path where fabric8's CRD
   * generator writes it.
   */
  public TestKit definition(Path file) {
    definitions.add(file);
    return this;
  }

  /**
   * Time between two passes of a primary to which nothing happens; by default so long that there is
   * none.
   */
  public TestKit period(Duration time) {
    period = time;
    return this;
  }

  /** For how long the tests wait for what they await; by default 60 seconds. */
  public TestKit timeout(Duration time) {
    timeout = time;
    return this;
  }

  /** Adds to the manager what a program can: charts, a watches.yaml, webhooks, an election. */
  public TestKit manager(UnaryOperator<ManagerBuilder> description) {
    more = description;
    return this;
  }

  /**
   * Starts the operator in a namespace that is made for it, and goes with it.
   *
   * @throws ManagerException if it cannot start; the message says what to do
   */
  public TestedOperator start() {
    var access = ClusterAccess.open(Optional.of(cluster()));
    try {
      var namespace = ScratchNamespace.create(access.client(), timeout);
      return start(namespace, () -> close(namespace, access));
    } catch (RuntimeException e) {
      access.close();
      throw e;
    }
  }

  /**
   * Starts the operator in a namespace that outlives it, such as one of several operators.
   *
   * @throws ManagerException if it cannot start; the message says what to do
   */
  public TestedOperator startIn(ScratchNamespace namespace) {
    return start(namespace, () -> {});
  }

  private static void close(ScratchNamespace namespace, ClusterAccess access) {
    try (access) {
      namespace.close();
    }
  }

  private TestedOperator start(ScratchNamespace namespace, Runnable afterwards) {
    var requests = new SentRequests();
    var operator =
        new TestedOperator(
            namespace, () -> manager(namespace, requests).build().start(), requests, afterwards);
    try {
      install(new Definitions(namespace.client(), timeout));
      operator.start();
      return operator;
    } catch (RuntimeException e) {
      operator.close();
      throw e;
    }
  }

  private void install(Definitions installed) {
    definitions.forEach(installed::apply);
    reconcilers.stream().map(PrimaryKind::of).forEach(installed::ensure);
  }

  private ManagerBuilder manager(ScratchNamespace namespace, SentRequests requests) {
    var manager =
        Manager.builder()
            .kubeconfig(cluster())
            .metricsAddress("0")
            .probeAddress("0")
            .reconcilePeriod(period)
            .intercept(requests);
    boolean namespaced =
        reconcilers.stream().map(PrimaryKind::of).allMatch(PrimaryKind::namespaced);
    // A kind without namespaces is watched everywhere, or not at all.
    manager.namespaces(namespaced ? new String[] {namespace.name()} : new String[0]);
    byKind().forEach((kind, each) -> manager.reconcilers(kind, each.toArray(new Reconciler<?>[0])));
    return more.apply(manager);
  }

  private Map<GroupVersionKind, List<Reconciler<?>>> byKind() {
    return reconcilers.stream()
        .collect(
            Collectors.groupingBy(
                each -> PrimaryKind.of(each).api(), LinkedHashMap::new, Collectors.toList()));
  }

  private Path cluster() {
    return kubeconfig
        .or(() -> path(System.getProperty("kubeconfig")))
        .or(() -> path(System.getenv("KUBECONFIG")))
        .orElseThrow(
            () ->
                new ManagerException(
                    "the test kit has no cluster: set KUBECONFIG, or name a kubeconfig with"
                        + " TestKit.with(...).kubeconfig(file)"));
  }

  private static Optional<Path> path(@Nullable String value) {
    return Optional.ofNullable(value)
        .filter(text -> !text.isBlank())
        .map(text -> Path.of(text.split(File.pathSeparator, 2)[0]));
  }
}
