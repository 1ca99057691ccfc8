package dev.catamaran.testkit;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.manager.ClusterAccess;
import dev.catamaran.manager.Manager;
import dev.catamaran.manager.ManagerBuilder;
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
 * Runs reconcilers like in their operator, on a real API server: with the real manager, in a
 * separate namespace for each test.
 *
 * <pre>{@code
 * try (var operator = TestKit.run(new MemcachedBackupReconciler())) {
 *   operator.create(backup("one", 2));
 *   operator.await(MemcachedBackup.class, "one", found -> found.getStatus().nodes().size() == 2);
 * }
 * }</pre>
 *
 * <p>The system property {@code kubeconfig} names the cluster, else the environment variable
 * KUBECONFIG. kubectl's default is never used, because tests write and delete.
 */
public final class TestKit {
  /** A period so long that no pass starts by timer. */
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
   * @throws ManagerException if there is no cluster, or if it does not serve a kind and the kind's
   *     CRD is not found; the message contains advice
   */
  public static TestedOperator run(Reconciler<?>... reconcilers) {
    return with(reconcilers).start();
  }

  /**
   * Starts the configuration of an operator with these reconcilers; those of one kind run in this
   * order.
   */
  public static TestKit with(Reconciler<?>... reconcilers) {
    return new TestKit(List.of(reconcilers));
  }

  /** Sets the cluster and the operator's rights. */
  public TestKit kubeconfig(Path file) {
    kubeconfig = Optional.of(file);
    return this;
  }

  /**
   * Applies a file of CRDs before the operator starts. Without such a file, the test kit searches
   * the CRD of an unserved kind in {@code config/crd/bases}, and on the class path in the location
   * of fabric8's CRD generator.
   */
  public TestKit definition(Path file) {
    definitions.add(file);
    return this;
  }

  /**
   * Sets the time between two passes over an unchanged primary; by default so long that no such
   * pass happens.
   */
  public TestKit period(Duration time) {
    period = time;
    return this;
  }

  /** Sets the tests' maximum wait; by default 60 seconds. */
  public TestKit timeout(Duration time) {
    timeout = time;
    return this;
  }

  /**
   * Configures further features of the manager: charts, a watches.yaml, webhooks, a leader
   * election.
   */
  public TestKit manager(UnaryOperator<ManagerBuilder> description) {
    more = description;
    return this;
  }

  /**
   * Starts the operator in a new namespace, which is deleted with it.
   *
   * @throws ManagerException if it cannot start; the message contains advice
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
   * Starts the operator in a given namespace, which is not deleted with it. Useful for several
   * operators in one namespace.
   *
   * @throws ManagerException if it cannot start; the message contains advice
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
    // A cluster-scoped kind is watched everywhere, or not at all.
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
